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

const isAddress = (text: string): boolean => /^(https?:\/\/[^/]|data:)/i.test(text) && URL.canParse(text)

/** The number of captures that are tried in the host of a destination. */
const mostInHost = 11

/** Whether a destination can be a URL. Each capture is tried as a name and as a path. */
export function isDestination(destination: string, captures: number): boolean {
  const isThere = (number: string) => Number(number) <= captures
  const withPathsFrom = (_: unknown, first: number) => {
    let place = 0
    const fill = (_sign: string, number: string) => (!isThere(number) ? '' : place++ < first ? '1' : '/1')
    return isAddress(destination.replace(/\$([1-9])/g, fill))
  }
  return (
    (/^\$[1-9]/.test(destination) && isThere(destination.charAt(1))) || Array(mostInHost).fill(0).some(withPathsFrom)
  )
}

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
