import {Check, CircleAlert, TriangleAlert} from 'lucide-preact'
import {useRef, useState} from 'preact/hooks'
import type {TestRequest} from '../../../../simulator/test-request'
import type {Verdict, VerdictKind} from '../../../../simulator/verdict'
import {RuleTypeIcon} from '../../../components/rule-type-icon'
import {ExplanationText} from '../../../components/explanation-text'
import {hashes} from '../../../routes'
import {getExplanationText} from '../../../sentences/explanation-segments'
import {explainReason, explainVerdictInRow} from '../../../sentences/verdict'
import {commonTexts} from '../../../../locales/common'
import {testerTexts} from '../../../../locales/tester'

export type PillKind = VerdictKind | 'matches'
type Tone = 'good' | 'warn' | 'danger' | 'none'

const tones: {readonly [K in PillKind]: Tone} = {
  matches: 'good',
  wins: 'good',
  applies: 'good',
  changed: 'warn',
  hidden: 'warn',
  'not-applied': 'warn',
  'no-match': 'none',
  refused: 'danger',
  faulty: 'warn',
}
const icons = {good: Check, warn: TriangleAlert, danger: CircleAlert, none: null} as const

export function Pill({kind, plain = false}: {readonly kind: PillKind; readonly plain?: boolean}) {
  const tone = tones[kind]
  const Shape = plain ? null : icons[tone]
  return (
    <span class="pill" data-tone={tone}>
      {Shape && <Shape size={14} strokeWidth={2} aria-hidden="true" />}
      {testerTexts(`kinds.${kind}`)}
    </span>
  )
}

const mostShown = 50
const step = 200

function shown(verdicts: readonly Verdict[], most: number): readonly Verdict[] {
  const at = verdicts.findIndex(({candidate}) => candidate.isDraft)
  const from = Math.max(0, Math.min(at - most / 2, verdicts.length - most))
  const acting = new Set(verdicts.filter(({effect}) => effect !== null).slice(0, most))
  return verdicts.filter((each, place) => (place >= from && place < from + most) || acting.has(each))
}

type RulesInOrderProps = {readonly id: string; readonly verdicts: readonly Verdict[]; readonly tested: TestRequest}

export function RulesInOrder({id, verdicts, tested}: RulesInOrderProps) {
  const [most, setMost] = useState(mostShown)
  const list = useRef<HTMLOListElement>(null)
  const listed = shown(verdicts, most)
  const more = verdicts.length - listed.length
  const next = Math.min(more, step)
  return (
    <ol ref={list} class="tester-rules" id={id} aria-label={testerTexts('list')} tabIndex={-1}>
      {listed.map(verdict => {
        const {candidate, kind, reason} = verdict
        const name = candidate.rule.name.trim() || commonTexts('untitled')
        const why = reason ? getExplanationText(explainReason(reason, verdict, tested)) : undefined
        return (
          <li key={candidate.id} title={why} data-draft={candidate.isDraft ? '' : undefined}>
            <RuleTypeIcon type={candidate.rule.ruleType} named off={candidate.off !== null} />
            {candidate.isDraft ? (
              <b dir="auto">
                {name}
                <span class="unseen"> ({testerTexts('thisRule')})</span>
              </b>
            ) : (
              <a href={hashes.rule(candidate.id)} dir="auto">
                {name}
              </a>
            )}
            <span class="tester-does">
              <ExplanationText said={explainVerdictInRow(verdict, tested)} mayLink={false} />
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
              if (next === more) list.current?.focus()
            }}
          >
            {next === more ? testerTexts('more', {count: more}) : testerTexts('morePart', {next, count: more})}
          </button>
        </li>
      )}
    </ol>
  )
}
