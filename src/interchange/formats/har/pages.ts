import {recordIn, type JsonRecord} from '../../../contract/json'
import {numberIn} from '../../fields'
import type {Exchange} from './exchange'
import {headersOf} from './headers'
import {isDocument} from './kind'
import {policiesOf, type Policed} from './policy'

/** A page of the recording. `at` is when it was asked for, in milliseconds since 1970. */
export type Page = Policed & {
  readonly name: string
  readonly isFrame: boolean
  readonly at: number
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const timeOf = (entry: JsonRecord): number => Date.parse(textIn(entry['startedDateTime']))

const isOfOne = (one: string, other: string): boolean => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin === URL.parse(other)?.origin
}

/** The addresses that the recording names as where it was asked for. */
const askedBy = (entry: JsonRecord): readonly string[] => [
  textIn(recordIn(entry, '_initiator')['url']),
  ...headersOf(recordIn(entry, 'request')).flatMap(([name, value]) => (name === 'referer' ? [value] : [])),
]

/** The pages of a recording, and which of them has asked for what. */
export function createPages() {
  const pages: Page[] = []
  return {
    /** Takes a page in. A redirect is none. */
    learn(entry: JsonRecord, {kind, url, page: name}: Exchange): void {
      const response = recordIn(entry, 'response')
      const status = numberIn(response['status'])
      // With 304 the browser had its text.
      if (!isDocument(kind) || !((status >= 200 && status < 300) || status === 304)) return
      const text = textIn(recordIn(response, 'content')['text'])
      const isFrame = kind.filter?.resourceType?.includes('main_frame') !== true
      pages.push({name, url, isFrame, at: timeOf(entry), policies: policiesOf(response, text), text})
    },
    /** Undefined where the recording holds no page that may have. */
    whoAsked(entry: JsonRecord, {page: name}: Exchange): Page | undefined {
      const own = pages.filter(each => each.name === name)
      const asked = askedBy(entry)
      // Not all recordings say when.
      const before = own.filter(({at}) => !(at > timeOf(entry)))
      // To another site a browser says no more than where the page is from, and of what a style names the style has asked.
      return (
        own.findLast(each => asked.includes(each.url)) ??
        before.findLast(({isFrame, url: from}) => !isFrame && asked.some(each => isOfOne(each, from))) ??
        before.findLast(({isFrame}) => !isFrame)
      )
    },
  }
}
