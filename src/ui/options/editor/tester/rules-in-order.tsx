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

export function Pill({kind, hasIcon = true}: {readonly kind: PillKind; readonly hasIcon?: boolean}) {
  const tone = tones[kind]
  const Shape = hasIcon ? icons[tone] : null
  return (
    <span class="pill" data-tone={tone}>
      {Shape && <Shape size={14} strokeWidth={2} aria-hidden="true" />}
      {testerTexts(`kinds.${kind}`)}
    </span>
  )
}

const initialLimit = 50
const step = 200

function selectVerdicts(verdicts: readonly Verdict[], limit: number): readonly Verdict[] {
  const draftIndex = verdicts.findIndex(({candidate}) => candidate.isDraft)
  const from = Math.max(0, Math.min(draftIndex - limit / 2, verdicts.length - limit))
  const applied = new Set(verdicts.filter(({effect}) => effect !== null).slice(0, limit))
  return verdicts.filter((each, index) => (index >= from && index < from + limit) || applied.has(each))
}

type RulesInOrderProps = {readonly id: string; readonly verdicts: readonly Verdict[]; readonly request: TestRequest}

export function RulesInOrder({id, verdicts, request}: RulesInOrderProps) {
  const [limit, setLimit] = useState(initialLimit)
  const list = useRef<HTMLOListElement>(null)
  const listed = selectVerdicts(verdicts, limit)
  const more = verdicts.length - listed.length
  const next = Math.min(more, step)
  return (
    <ol ref={list} class="tester-rules" id={id} aria-label={testerTexts('list')} tabIndex={-1}>
      {listed.map(verdict => {
        const {candidate, kind, reason} = verdict
        const name = candidate.rule.name.trim() || commonTexts('untitled')
        const reasonText = reason ? getExplanationText(explainReason(reason, verdict, request)) : undefined
        return (
          <li key={candidate.id} title={reasonText} data-draft={candidate.isDraft ? '' : undefined}>
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
              <ExplanationText explanation={explainVerdictInRow(verdict, request)} mayLink={false} />
            </span>
            <Pill kind={kind} hasIcon={false} />
          </li>
        )
      })}
      {more > 0 && (
        <li class="tester-more">
          <button
            type="button"
            class="link-button"
            onClick={() => {
              setLimit(limit + step)
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
