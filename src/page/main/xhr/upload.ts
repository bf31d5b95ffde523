import {fire, uploadOf} from './native'

/** Tells of a body how it went, as if it had been sent. One of nothing only starts. */
export function tellUpload(page: XMLHttpRequest, how: string, isEmpty: boolean): void {
  const target = uploadOf(page)
  if (how === 'load') {
    fire(target, 'loadstart')
    if (isEmpty) return
    fire(target, 'progress')
  }
  fire(target, how)
  fire(target, 'loadend')
}
