import type {PageSaid} from '../../contract/page-messages'
import type {PageRequest} from '../../contract/page-request'
import type {ResourceType} from '../../contract/source'

/** A request as it was made. */
export type Asked = {
  /** The browser's own, one for all that becomes of it. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly method: string
  readonly url: string
  readonly type: ResourceType
  /** -1 for none. */
  readonly tab: number
  /** The address of the page that it belongs to; empty where none is known. */
  readonly page: string
  /** The waiting page has sent it: it is another one that goes on. */
  readonly isOnward?: boolean
  /** The browser's name of the document that asked, where it says. */
  readonly document?: string | undefined
}

/** What a page tells of one. `rules`: by their ids; `parts`: as the page has it, by pairs. */
export type PageTold = PageRequest & {readonly parts?: readonly string[]}

/** What is told of requests while they are made. */
export type Told =
  | {readonly tells: 'asked'; readonly asked: Asked}
  /** Chrome says which of its rules acted; it may say so before it tells of the request. */
  | {readonly tells: 'acted'; readonly asked: Asked; readonly browserRule: number}
  /** `isByServer`: and not by a rule, or the browser itself. */
  | {readonly tells: 'moved'; readonly id: string; readonly to: string; readonly isByServer: boolean}
  /** A rule sent it to the waiting page, from where it is to go on to this address; and what that page found, which came by another way. */
  | {readonly tells: 'detoured'; readonly id: string; readonly to: string}
  | {readonly tells: 'on-the-way'; readonly tab: number; readonly requests: readonly PageTold[]}
  /** `url`: the address that it has come to; `time`: when, in milliseconds since 1970. */
  | {
      readonly tells: 'answered'
      readonly id: string
      readonly url: string
      readonly status: number
      readonly fromCache: boolean
      readonly time: number
    }
  | {readonly tells: 'failed'; readonly id: string; readonly url: string; readonly why: string; readonly time: number}
  | {
      readonly tells: 'in-page'
      readonly tab: number
      readonly page: string
      readonly document?: string | undefined
      readonly requests: readonly PageTold[]
    }
  | {
      readonly tells: 'code-failed'
      readonly tab: number
      readonly said: PageSaid<'page.failed'>
      /** As its page says it of the request. */
      readonly time: number
    }
  /** Before it was sent. `time`: as its page says it of the request. */
  | {readonly tells: 'gave-up'; readonly tab: number; readonly time: number}
  /** The waiting page of this tab, or of a frame in it, was left before it went on to this address. */
  | {readonly tells: 'went-nowhere'; readonly tab: number; readonly to: string}
  /** A document that told of requests is left, and sends nothing more. `hasWorker`: what it sent went to a worker of its own. */
  | {readonly tells: 'left'; readonly document: string; readonly hasWorker: boolean}

/** A tab with a site in it, or with a page whose address Chrome does not tell: '' for one of its own, or one that a rule made up. */
export type SiteTab = {readonly id: number; readonly url: string}

/** What the browser lets a page of the extension see of requests. */
export type ActivityPort = {
  /** Whether Chrome says which rules act, as it does of an extension that is installed unpacked. */
  readonly tellsRules: boolean
  /** Tells of requests from now on, of this tab alone where one is named; returns how to stop. Nothing is watched before and after. */
  watch(hear: (told: Told) => void, tab?: number): () => void
  /** When the page in a tab was opened, in milliseconds since 1970; undefined where nobody may know. */
  openedAt(tab: number): Promise<number | undefined>
  /** The tabs that may have sites, the one that was looked at last first. */
  tabs(): Promise<readonly SiteTab[]>
  /** Tells when there are other ones; returns how to stop. */
  onTabs(listener: () => void): () => void
}
