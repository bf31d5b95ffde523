import {formatFaultPath} from '../../../sentences/field-path'
import {formatConditionNumbers} from '../../../sentences/condition-numbers'
import {formatFault} from '../../../sentences/faults'
import {useComputed, useSignal, useSignalEffect} from '@preact/signals'
import {useMemo, useRef} from 'preact/hooks'
import {isLeftOut, type Problem, type ProblemCode} from '../../../../model/problems'
import {useFocusFallback} from '../../../hooks/use-focus-fallback'
import {FieldNotes} from '../../../components/fields/text-field'
import {useField, useForm} from '../../../hooks/use-field'
import {Callout} from '../../../components/callout'
import {usePage} from '../../../state/page-context'
import {Select} from '../../../components/select'
import {addRuleNamesToLoop} from '../../../sentences/redirect-loop'
import {describeProblem, type DescribedProblem} from '../../../sentences/problems'
import {isRuleActive} from '../../../state/sections'
import {createRuleCommands} from '../../../commands/rules'
import {commandTexts} from '../../../../locales/commands'
import {commonTexts} from '../../../../locales/common'
import {editorTexts} from '../../../../locales/editor'
import {useOptions} from '../../options-context'
import {Becomes} from '../preview/panel'
import type {Draft} from '../model/draft'
import type {Session} from '../drafts/drafts'
import {isFieldProblem, isRefused, pathOf, stillHolding} from '../model/faults-of-problems'
import {useJudge} from '../model/judge'
import {actionsFor} from './problem-actions'

/** A fault whose field is not on the page. */
function faultWithPlace({path, reason}: {readonly path: string; readonly reason: string}): string {
  const index = /^pairs\[(\d+)\]/.exec(path)?.[1]
  const place = index === undefined ? formatFaultPath(path) : editorTexts('conditionPlace', {number: Number(index) + 1})
  return place === '' ? reason : editorTexts('fault', {place, reason})
}

type RailCalloutsProps = {readonly session: Session; readonly problems: readonly Problem[]}

function RailCallouts({session, problems}: RailCalloutsProps) {
  const {library, client} = usePage()
  const {draft} = session
  const {reportStep} = useForm()
  const id = draft.isNew.value ? undefined : session.id()
  const faults = draft.isSaveTried.value ? draft.faults.value.filter(each => !draft.places.has(each.path)) : []
  const faulty = draft.faults.value.map(each => each.path)
  const isShown = (problem: Problem) =>
    !isRefused(problem) &&
    !faulty.some(path => path.startsWith(pathOf(problem))) &&
    !(isFieldProblem(problem) && draft.places.has(pathOf(problem)))
  const said = new Map<
    string,
    {readonly said: DescribedProblem; readonly problem: Problem; readonly pairs: Set<number>}
  >()
  for (const problem of problems.filter(isShown)) {
    const each = describeProblem(addRuleNamesToLoop(problem, draft.base.value.id, library))
    const key = each.title + each.sentence
    const pairs = said.get(key)?.pairs ?? new Set()
    if (problem.pair !== undefined) pairs.add(problem.pair + 1)
    said.set(key, {said: each, problem, pairs})
  }
  const inConditions = (pairs: ReadonlySet<number>) =>
    pairs.size === 0 || pairs.size === draft.pairs.value.length
      ? ''
      : editorTexts('inConditions', {conditions: formatConditionNumbers([...pairs])})
  return (
    <>
      {faults.length > 0 && (
        <Callout tone="danger" title={editorTexts('notSaved')} role="alert">
          {faults.map(formatFault).map(each => (
            <p key={each.path + each.reason}>{faultWithPlace(each)}</p>
          ))}
        </Callout>
      )}
      {[...said].map(
        ([
          key,
          {
            said: {tone, title, sentence},
            problem,
            pairs,
          },
        ]) => {
          const actions = actionsFor(problem, {draft, id, library, client, step: reportStep})
          return (
            <Callout key={key} tone={tone} title={title}>
              <p>
                {inConditions(pairs)}
                {sentence}
              </p>
              {problem.code === 'refused-by-browser' && problem.says?.['reason'] && (
                <details>
                  <summary>{editorTexts('chromeSays')}</summary>
                  {problem.says['reason']}
                </details>
              )}
              {actions.length > 0 && (
                <p class="callout-actions">
                  {actions.map(({label, act}) => (
                    <button key={label} type="button" class="link-button" onClick={act}>
                      {label}
                    </button>
                  ))}
                </p>
              )}
            </Callout>
          )
        },
      )}
    </>
  )
}

/** The problems of the draft itself, and those of the saved rule that still hold for the draft. */
function useDraftProblems({draft, id}: Session): readonly Problem[] {
  const {library} = usePage()
  const ofDraft = draft.problems.value
  const own = draft.isNew.value ? undefined : id()
  const ofKept = own === undefined ? [] : (library.getRow(own)?.value.problems ?? [])
  if (!draft.isDirty.value) return [...ofDraft, ...ofKept]
  const still = stillHolding(ofKept, draft.base.value, draft.rule.value)
  const circle = draft.circle.value
  if (circle === undefined) return [...ofDraft, ...still]
  return [...ofDraft, ...(circle ? [circle] : []), ...still.filter(({code}) => code !== 'loop')]
}

function worksForSaid({ruleType, faults, idle, pairs}: Draft, problems: readonly Problem[]): string {
  // Both the URL and a filter of one condition can be refused.
  const inPart = (code: ProblemCode) => [
    ...new Set(problems.flatMap(each => (each.code === code && each.pair !== undefined ? [each.pair + 1] : []))),
  ]
  const fetchOnly = inPart('fetch-only')
  const isInPages = pairs.value.every(
    ({pair}, at) => ('type' in pair && pair.type === 'code') || fetchOnly.includes(at + 1),
  )
  const usual =
    ruleType === 'Response' && isInPages
      ? editorTexts('worksForPart.inPagesOfResponse')
      : editorTexts(`worksForType.${ruleType}`)
  if (faults.value.length > 0) return usual
  const isOut = (at: number) =>
    idle.value.includes(at) ||
    problems.some(each => each.field === undefined && (each.pair ?? at) === at && isLeftOut(each))
  const out = pairs.value.flatMap((_, at) => (isOut(at) ? [at + 1] : []))
  const [refused, byPayload] = [inPart('regex-in-part'), inPart('payload-in-part')]
  const count = pairs.value.length
  if (out.length === count) return editorTexts('worksForPart.nothing')
  const areAll = (some: readonly number[]) => some.length > 0 && new Set([...out, ...some]).size === count
  const runsOnResponses =
    ruleType === 'Response' &&
    pairs.value.some(
      ({pair}) =>
        'type' in pair && pair.type === 'code' && !('serveWithoutRequest' in pair && pair.serveWithoutRequest),
    )
  return [
    areAll(refused)
      ? editorTexts('worksForPart.refused')
      : areAll(byPayload)
        ? editorTexts('worksForPart.payload')
        : usual,
    ...(areAll(refused) || refused.length === 0
      ? []
      : [
          editorTexts('worksForPart.refusedSome', {conditions: formatConditionNumbers(refused), count: refused.length}),
        ]),
    ...(areAll(byPayload) || byPayload.length === 0
      ? []
      : [
          editorTexts('worksForPart.payloadSome', {
            conditions: formatConditionNumbers(byPayload),
            count: byPayload.length,
          }),
        ]),
    ...(runsOnResponses ? [editorTexts('worksForPart.codeSkipsEventStreams')] : []),
    ...(out.length === 0
      ? []
      : [editorTexts('worksForPart.leftOut', {conditions: formatConditionNumbers(out), count: out.length})]),
  ].join(' ')
}

/** Milliseconds after a change: longer than the pause between two keys. */
const pause = 400

/** The problem that another rule overrides this one. A saved rule has it from the list. */
function useHiddenDraft({draft, id}: Session): Problem | undefined {
  const {library} = usePage()
  const judge = useJudge()
  const {hidden} = useOptions()
  const ofDraft = useSignal<Problem | null | undefined>(undefined)
  const isWritten = useComputed(() => draft.isNew.value || draft.isDirty.value)
  useSignalEffect(() => {
    void library.revision.value
    void library.rows.value
    void library.groups.value
    const rule = draft.rule.value
    if (!isWritten.value) ofDraft.value = undefined
    if (!isWritten.value || !library.isComplete.value) return
    let isStale = false
    const look = async () => {
      const own = draft.isNew.peek() ? undefined : id()
      const kept = own === undefined ? undefined : library.getRow(own)?.peek()
      const status = kept?.rule?.status ?? rule.status
      const asked = {id: own, rule: {...rule, status}, validation: judge.judged(rule), problems: []}
      const found = await hidden.ofDraft(asked, () => isStale)
      if (!isStale && found !== undefined) ofDraft.value = found
    }
    const timer = setTimeout(() => void look().catch(() => undefined), pause)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
  if (isWritten.value && ofDraft.value !== undefined) return ofDraft.value ?? undefined
  const kept = id()
  const view = kept === undefined ? undefined : library.getRow(kept)?.value
  return kept !== undefined && view && isRuleActive(view) ? hidden.problems.value.get(kept) : undefined
}

const sides = [
  ['device', commonTexts('thisDevice')],
  ['team', commonTexts('team')],
] as const

function KeptIn({session}: {readonly session: Session}) {
  const {library, client} = usePage()
  const {draft} = session
  const hasTeam = Boolean(useOptions().account.view.value)
  const steps = useMemo(() => createRuleCommands({library, client}), [library, client])
  const isNew = draft.isNew.value
  const isForTeam = session.isForTeam()
  const id = session.id()
  if (!hasTeam && !isForTeam) return null
  return (
    <div class="rail-line">
      <span>{editorTexts('keptIn')}</span>
      {isNew || id === undefined ? (
        <span>
          <Select
            name={editorTexts('keptIn')}
            value={isForTeam ? 'team' : 'device'}
            options={sides}
            change={side => {
              const team = side === 'team'
              draft.keepIn(team)
              // Groups belong to one side.
              if (library.teamGroups.peek().includes(draft.fields.peek().groupId) !== team) draft.set({groupId: ''})
            }}
          />
        </span>
      ) : (
        <span class="rail-text">
          {isForTeam ? commonTexts('team') : commonTexts('thisDevice')}{' '}
          {hasTeam && (
            <button type="button" class="link-button" onClick={() => void steps.copyTo([id], !isForTeam)}>
              {commandTexts('copy.copyTo', {team: !isForTeam})}
            </button>
          )}
        </span>
      )}
    </div>
  )
}

export function Rail({session}: {readonly session: Session}) {
  const {library} = usePage()
  const {draft} = session
  const part = useRef<HTMLDivElement>(null)
  useFocusFallback(part, ['.callout-actions button', 'select'])
  const problems = useDraftProblems(session)
  const hidden = useHiddenDraft(session)
  const {groupId, description} = draft.fields.value
  const group = useField('groupId')
  const about = useField('description')
  const teamGroups = new Set(library.teamGroups.value)
  const isForTeam = session.isForTeam()
  const known = library.groups.value
    .filter(({id}) => id === groupId || teamGroups.has(id) === isForTeam)
    .map(each => [each.id, each.name || commonTexts('untitled')] as const)
  // A rule whose group is unknown acts as if it had none.
  const unknown =
    groupId !== '' && !known.some(([id]) => id === groupId) ? [[groupId, editorTexts('groupGone')] as const] : []
  return (
    <aside class="rail" aria-label={editorTexts('about')}>
      <div class="rail-part" ref={part}>
        <RailCallouts session={session} problems={hidden ? [...problems, hidden] : problems} />
        <label class="rail-line">
          <span>{editorTexts('group')}</span>
          <span>
            <Select
              name={editorTexts('group')}
              value={groupId}
              options={[['', commonTexts('noGroup')], ...known, ...unknown]}
              change={id => draft.set({groupId: id})}
              described={group.described}
            />
            <FieldNotes field={group} />
          </span>
        </label>
        <KeptIn session={session} />
        <label class="rail-line">
          <span>{editorTexts('description')}</span>
          <span>
            <textarea
              class="field"
              rows={1}
              dir="auto"
              aria-label={editorTexts('description')}
              placeholder={editorTexts('descriptionHint')}
              value={description}
              onInput={event => draft.set({description: event.currentTarget.value})}
              {...about.described}
            />
            <FieldNotes field={about} />
          </span>
        </label>
        <p class="rail-line">
          <span>{editorTexts('worksFor')}</span>
          <span class="rail-text">{worksForSaid(draft, problems)}</span>
        </p>
      </div>
      <Becomes rule={draft.rule} />
    </aside>
  )
}
