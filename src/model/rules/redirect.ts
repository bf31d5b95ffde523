import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord} from '../json'
import type {PairKind} from './kind'

export const destinationTypes = ['url', 'map_local', 'mock_or_file_picker'] as const

/** A file picked in the editor. The rule stores its text: an extension cannot read it again. */
const pickedFile = z.looseObject({name: z.string(), mimeType: z.string(), text: z.string()})

const schema = z.looseObject({
  id: z.optional(z.string()),
  source,
  destinationType: z.enum(destinationTypes),
  destination: z.string(),
  keepPathAndQuery: z.optional(z.boolean()),
  file: z.optional(pickedFile),
})

type Pair = z.infer<typeof schema>

/** Whether the destination is the path of a local file, in which `$1` stands for itself. */
export const isLocalFile = ({destinationType, destination}: Pick<Pair, 'destinationType' | 'destination'>): boolean =>
  destinationType !== 'url' && /^\s*(?:file:\/\/\/|\/[^/]|[a-z]:[\\/])/i.test(destination)

/** Whether the condition compares only the host, so that path and query are left to keep. */
export const canKeepPathAndQuery = ({source: {key, operator}, destinationType, file}: Pair): boolean =>
  key === 'host' &&
  (operator === 'Equals' || operator === 'Wildcard_Matches') &&
  destinationType === 'url' &&
  file === undefined

/** Whether the destination replaces only scheme, host and port. Other conditions ignore the field. */
export const keepsPathAndQuery = (pair: Pair): boolean => pair.keepPathAndQuery === true && canKeepPathAndQuery(pair)

/** Whether a URL has only a scheme, a host and a port. */
export const isOrigin = (url: string): boolean => /^https?:\/\/[^/?#@\\]+\/?$/i.test(url) && URL.canParse(url)

/** Whether a redirect can lead to this URL. */
export const isDestination = (url: string): boolean => /^(https?:\/\/[^/]|data:)/i.test(url) && URL.canParse(url)

/** Chrome refuses a data: URL above 2 MB; the text is counted as it will stand in the URL. */
export const largestDataUrl = 2 * 1024 * 1024

export const redirectPairs = {
  schema,
  lift: raw =>
    isRecord(raw) ? {...raw, source: liftSource(raw['source']), destinationType: raw['destinationType'] || 'url'} : raw,
  faults(pair: Pair, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (pair.file === undefined && pair.destination.trim() === '')
      faults.push(
        fault(
          `${at}.destination`,
          'missing',
          pair.destinationType === 'url' ? faultText('sayWhereToGo') : faultText('chooseFile'),
        ),
      )
    return faults
  },
} satisfies PairKind<typeof schema>
