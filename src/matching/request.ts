import type {ResourceType} from '../model/source'
import {readAddress, type Address} from './address'

/** A request as rules see it. */
export type WebRequest = {
  /** As the browser writes it; the fragment does not matter. */
  readonly url: string
  /** In capitals; GET when absent. */
  readonly method?: string
  /** A navigation when absent. */
  readonly resourceType?: ResourceType
  /** The address of the page the request belongs to; for a navigation the page being opened. */
  readonly pageUrl?: string
  /** The body as text, where the engine can see it. */
  readonly payload?: string
}

/** A request with what every source needs of it, worked out once. */
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
