import {useRef, useState} from 'preact/hooks'
import {Glyph} from '../../../parts/glyph'
import {hashes} from '../../../routes'
import type {Tested} from '../../../../simulator/tested'
import type {Verdict} from '../../../../simulator/verdict'
import {common, testerWords} from '../../../words'
import {Pill} from './pill'
import {plainly} from '../../../sentences/said'
import {SaidText} from '../../../parts/said-text'
import {reasonSaid, rowSaid} from '../../../sentences/why'

const mostShown = 50
const step = 200

/** The rules around the draft, and the first that act. */
function shown(verdicts: readonly Verdict[], most: number): readonly Verdict[] {
  const at = verdicts.findIndex(({contender}) => contender.isDraft)
  const from = Math.max(0, Math.min(at - most / 2, verdicts.length - most))
  const acting = new Set(verdicts.filter(({deed}) => deed !== null).slice(0, most))
  return verdicts.filter((each, place) => (place >= from && place < from + most) || acting.has(each))
}

type RulesInOrderProps = {readonly id: string; readonly verdicts: readonly Verdict[]; readonly tested: Tested}

export function RulesInOrder({id, verdicts, tested}: RulesInOrderProps) {
  const [most, setMost] = useState(mostShown)
  const list = useRef<HTMLOListElement>(null)
  const listed = shown(verdicts, most)
  const more = verdicts.length - listed.length
  const next = Math.min(more, step)
  return (
    <ol ref={list} class="tester-rules" id={id} aria-label={testerWords.list} tabIndex={-1}>
      {listed.map(verdict => {
        const {contender, kind, reason} = verdict
        const name = contender.rule.name.trim() || common.untitled
        const why = reason ? plainly(reasonSaid(reason, verdict, tested)) : undefined
        return (
          <li key={contender.id} title={why} data-draft={contender.isDraft ? '' : undefined}>
            <Glyph type={contender.rule.ruleType} named off={contender.off !== null} />
            {contender.isDraft ? (
              <b dir="auto">
                {name}
                <span class="unseen"> ({testerWords.thisRule})</span>
              </b>
            ) : (
              <a href={hashes.rule(contender.id)} dir="auto">
                {name}
              </a>
            )}
            <span class="tester-does">
              <SaidText said={rowSaid(verdict, tested)} mayLink={false} />
            </span>
            <Pill kind={kind} plain />
          </li>
        )
      })}
      {more > 0 && (
        <li class="tester-more">
          <button
            type="button"
            class="link-button"
            onClick={() => {
              setMost(most + step)
              // The button goes away with the last rules.
              if (next === more) list.current?.focus()
            }}
          >
            {testerWords.more(next, more)}
          </button>
        </li>
      )}
    </ol>
  )
}
