/** Under which name the pages of the extension find what rules did in pages. */
export const pageActsKey = 'page:acts'

/** What a rule did in one document: on so many requests, and when last. */
export type PageAct = {
  /** 0 where it was done inside the page; else it led to the waiting page, and Chrome has forgotten it by the page that came then. */
  readonly browserRule: number
  /** The rule that did it inside the page. */
  readonly rule?: string
  readonly document: string
  /** The page that this document stood in, where it was left before that page. */
  readonly page?: string
  /** -1 once the document was left, as Chrome says it of its own. */
  readonly tabId: number
  readonly time: number
  readonly count: number
}
