import {fault, type Fault} from '../../../contract/faults'
import {recordIn, type JsonRecord} from '../../../contract/json'
import {cannotBeHeldUp, nameOfWait, pageNotHeldUp, tenMinutesAtMost} from '../../../contract/reasons'
import {longestDelay} from '../../../contract/rules/delay'
import type {Source, SourceFilter} from '../../../contract/source'
import type {ImportedRecord} from '../../imported'
import {madeRecord} from '../../making'
import {isForDocument} from './kind'
import type {Reading} from './reading'

const waitOf = (entry: JsonRecord): number => {
  const wait = recordIn(entry, 'timings')['wait']
  return typeof wait === 'number' && Number.isFinite(wait) && wait >= 1 ? Math.round(wait) : 0
}

/** Only these can be held up. */
export const canWait = ({resourceType = []}: SourceFilter): boolean =>
  resourceType.every(type => ['xmlhttprequest', 'main_frame', 'sub_frame'].includes(type))

/** A made page that comes by way of the waiting page is under the policy of that, which lets no script of a site in. */
export const isHeldUp = (kind: SourceFilter): boolean => canWait(kind) && !isForDocument(kind)

export function notesOfWait(entry: JsonRecord, kind: SourceFilter): Fault[] {
  if (isHeldUp(kind)) return []
  return notHeldUp(entry, isForDocument(kind) ? pageNotHeldUp : cannotBeHeldUp)
}

/** That a server took some time, where nothing can be made of it. */
export function notHeldUp(entry: JsonRecord, say = cannotBeHeldUp): Fault[] {
  const wait = waitOf(entry)
  return wait === 0 ? [] : [fault('timings.wait', 'no-counterpart', say(wait))]
}

/** How long the server took, as a rule of its own. `notes`: what is said of the answer and keeps it from acting keeps this, too. */
export function delayOf({entry, name, at}: Reading, source: Source, notes: readonly Fault[]): ImportedRecord[] {
  const wait = waitOf(entry)
  if (wait === 0) return []
  const delay = Math.min(wait, longestDelay)
  const record = madeRecord(
    {ruleType: 'Delay', pairs: [{source, delay}], name: nameOfWait(name), isOn: true},
    {
      at: `${at}.timings.wait`,
      group: 0,
      notes: [...notes, ...(wait > longestDelay ? [fault('timings.wait', 'changed', tenMinutesAtMost)] : [])],
    },
  )
  return [{...record, goesAlong: true}]
}
