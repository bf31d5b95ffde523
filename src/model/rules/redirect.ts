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
  file: z.optional(pickedFile),
})

/** Whether the destination is the path of a local file, in which `$1` stands for itself. */
export const isLocalFile = ({
  destinationType,
  destination,
}: Pick<z.infer<typeof schema>, 'destinationType' | 'destination'>): boolean =>
  destinationType !== 'url' && /^\s*(?:file:\/\/\/|\/[^/]|[a-z]:[\\/])/i.test(destination)

/** Whether a redirect can lead to this URL. */
export const isDestination = (url: string): boolean => /^(https?:\/\/[^/]|data:)/i.test(url) && URL.canParse(url)

/** Chrome refuses a data: URL above 2 MB; the text is counted as it will stand in the URL. */
export const largestDataUrl = 2 * 1024 * 1024

export const redirectPairs = {
  schema,
  lift: raw =>
    isRecord(raw) ? {...raw, source: liftSource(raw['source']), destinationType: raw['destinationType'] || 'url'} : raw,
  faults(pair: z.infer<typeof schema>, at): Fault[] {
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
