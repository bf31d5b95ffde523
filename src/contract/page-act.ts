/** Under which name the pages of the extension find what rules did in pages. */
export const pageActsKey = 'page:acts'

/** What a rule did in one document: on so many requests, and when last. */
export type PageAct = {
  /** None: it stands among what browser rules did. */
  readonly browserRule: 0
  readonly rule: string
  readonly document: string
  /** -1 once the document was left, as Chrome says it of its own. */
  readonly tabId: number
  readonly time: number
  readonly count: number
}
