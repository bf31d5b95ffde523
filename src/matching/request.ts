import type {ResourceType} from '../model/source'
import {readAddress, type Address} from './address'

export type WebRequest = {
  /** A normalized URL. The fragment is ignored. */
  readonly url: string
  /** In upper case. Defaults to GET. */
  readonly method?: string
  /** Defaults to `main_frame`. */
  readonly resourceType?: ResourceType
  /** The URL of the page that sent the request. For a navigation, the page that is opened. */
  readonly pageUrl?: string
  /** The request body as text, where it is known. */
  readonly payload?: string
}

/** A request with the values that sources and filters compare. */
export type ParsedRequest = {
  readonly address: Address
  readonly method: string
  readonly resourceType: ResourceType
  readonly pageHost: string
  readonly payload: string | undefined
}

export function readRequest(request: WebRequest): ParsedRequest {
  const address = readAddress(request.url)
  const resourceType = request.resourceType ?? 'main_frame'
  const page = resourceType === 'main_frame' || request.pageUrl === undefined ? address : readAddress(request.pageUrl)
  const belongsToPage = resourceType === 'main_frame' || request.pageUrl !== undefined
  return {
    address,
    method: (request.method ?? 'GET').toUpperCase(),
    resourceType,
    pageHost: belongsToPage ? page.host : '',
    payload: request.payload,
  }
}
