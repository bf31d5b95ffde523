import {parsed} from '../../contract/json'
import type {RequestArgs, ResponseArgs} from '../../contract/rule-code'
import type {Evidence} from '../wire'

const queryOf = (url: string): unknown => Object.fromEntries(new URL(url).searchParams)

/** What `function (args)` of a Request rule is given; `bodyAsJson` is made where it runs. */
export const requestArgs = (method: string, url: string, {body}: Evidence): RequestArgs => ({
  method,
  url,
  body: body ?? '',
})

/** What `function (args)` of a Response rule is given; `responseJSON` is made where it runs. */
export const responseArgs = (
  method: string,
  url: string,
  {body, requestHeaders, response = '', ...rest}: Evidence,
): ResponseArgs => ({
  method,
  url,
  response,
  responseType: rest.responseType ?? '',
  requestHeaders,
  requestData: body === null ? queryOf(url) : (parsed(body) ?? body),
})
