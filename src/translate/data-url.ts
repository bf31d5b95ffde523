/** Text as a data: URL. Percent-encoding keeps it readable in DevTools. */
export const dataUrl = (contentType: string, text: string): string =>
  `data:${contentType};charset=utf-8,${encodeURIComponent(text.toWellFormed())}`

/** Whether a value is a data: URL itself, as a picture or font is kept. */
export const isDataUrl = (value: string): boolean => /^data:[^,]*,/i.test(value)
