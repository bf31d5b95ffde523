import {attribute, isSameOrigin, listenTo, operation, plain} from '../natives'
import {limitOf, NativeXhr, responseTypeOf, setLimit, setter, uploadOf} from './native'
import {mimeTypes, reopen, type Opened} from './opened'

const isWithCredentials = attribute(NativeXhr, 'withCredentials')
const setWithCredentials = setter('withCredentials')
const setResponseType = setter('responseType')
const setMimeType = operation(NativeXhr, 'overrideMimeType')

/**
 * A request to send in the place of one whose listeners were there before ours, and would hear the browser before us. `hear` and `hearUpload`
 * are told what the browser tells.
 */
export function doubleOf(
  page: XMLHttpRequest,
  opened: Opened,
  hear: (event: Event) => void,
  hearUpload: (event: Event) => void,
): XMLHttpRequest {
  const double = new NativeXhr()
  reopen(double, opened, opened.url)
  setWithCredentials(double, isWithCredentials(page))
  setResponseType(double, responseTypeOf(page))
  const mimeType = mimeTypes.get(page)
  if (mimeType !== undefined) setMimeType(double, mimeType)
  setLimit(double, limitOf(page))
  for (const name in plain({
    loadstart: 1,
    readystatechange: 1,
    error: 1,
    timeout: 1,
    load: 1,
    loadend: 1,
    progress: 1,
    abort: 1,
  })) {
    listenTo(double, name, hear)
    // A server of another origin would be asked for leave first.
    if (isSameOrigin(opened.url, location.href)) listenTo(uploadOf(double), name, hearUpload)
  }
  return double
}
