import {Glyph} from '../../../parts/glyph'
import {hashes} from '../../../routes'
import type {Tested} from '../../../../engine/why/tested'
import type {Verdict} from '../../../../engine/why/verdict'
import {common, testerWords} from '../../../words'
import {Pill} from './pill'
import {plainly} from '../../../sentences/said'
import {SaidText} from '../../../parts/said-text'
import {reasonSaid, rowSaid} from '../../../sentences/why'

const mostShown = 50

/** Those around the draft, should there be more than one looks through. */
function shown(verdicts: readonly Verdict[]): readonly Verdict[] {
  const at = verdicts.findIndex(({contender}) => contender.isDraft)
  const from = Math.max(0, Math.min(at - mostShown / 2, verdicts.length - mostShown))
  return verdicts.slice(from, from + mostShown)
}

type RulesInOrderProps = {readonly id: string; readonly verdicts: readonly Verdict[]; readonly tested: Tested}

/** Every rule that the request concerns, the upper one first, and what became of it. */
export function RulesInOrder({id, verdicts, tested}: RulesInOrderProps) {
  const listed = shown(verdicts)
  const more = verdicts.length - listed.length
  return (
    <ol class="tester-rules" id={id} aria-label={testerWords.list} tabIndex={-1}>
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
      {more > 0 && <li class="hint">{testerWords.more(more)}</li>}
    </ol>
  )
}
