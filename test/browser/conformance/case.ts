/** What the server does with a request. It is part of the URL, so that a case is in one place. */
export type Orders = {
  readonly status?: number
  /** Of HTTP/1.1; HTTP/2 has none. */
  readonly statusText?: string
  /** The content type; null for none. */
  readonly type?: string | null
  readonly body?: string
  /** The body in hexadecimal, where it is no text. */
  readonly hex?: string
  readonly headers?: readonly (readonly [string, string])[]
  /** Answers with what it was asked, as JSON. */
  readonly echo?: true
  /** The body in parts; each but the first waits for `go()`. */
  readonly parts?: readonly string[]
  /** Without a content-length. */
  readonly chunked?: true
  /** Waits for `go()` before it answers. */
  readonly held?: true
  /** Never reads the body that is sent to it, and never answers. */
  readonly deaf?: true
  /** Cuts the connection. */
  readonly cuts?: 'at once' | 'after the headers' | 'in the body'
  /** `Access-Control-Allow-Origin`; `asker` is the origin that asks. */
  readonly origin?: string
  readonly credentials?: true
  readonly exposes?: string
  readonly allowHeaders?: string
  readonly allowMethods?: string
  /** The status of the answer to a preflight. */
  readonly preflight?: number
  /** It is a matter of luck whether it arrives at all: that is not told. */
  readonly luck?: true
}

/** What a case is given to work with. */
export type Kit = {
  /** An address that belongs to this case, on the page's own origin. */
  at(orders?: Orders, path?: string): string
  /** The same on another origin of the same site, where cookies go along. */
  sibling(orders?: Orders, path?: string): string
  /** The same on another site. */
  stranger(orders?: Orders, path?: string): string
  /** Lets the server go on where it waits. */
  go(): Promise<void>
  /** Waits until the server received so many requests; false if fewer arrived within seconds. */
  arrived(count?: number): Promise<boolean>
}

type Findings = Readonly<Record<string, unknown>>
/** A small program in a page. Its result must be the same with and without the extension. */
type Program = (kit: Kit) => Findings | Promise<Findings>
/** Cases that run in one page, one after the other, by name. */
export type Theme = Readonly<Record<string, Program>>

/** What a case found, and what the server saw of it. */
export type CaseRecord = Readonly<Record<string, unknown>> & {readonly server: readonly unknown[]}

/** What the page of the cases leaves to be called from outside. */
export type Runner = {readonly run: (theme: string, origins: Origins) => Promise<string>}
export type Origins = {readonly page: string; readonly sibling: string; readonly stranger: string}
/** What the outside lends to the page: a wire to the server that is no request. */
export type Wire = {
  readonly letGo: (id: string) => Promise<void>
  readonly awaitArrival: (id: string, count: number) => Promise<boolean>
}
