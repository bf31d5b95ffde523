import {formatFaultPath} from '../../../sentences/field-path'
import {formatConditionNumbers} from '../../../sentences/condition-numbers'
import {formatFault} from '../../../sentences/faults'
import {useComputed, useSignal} from '@preact/signals'
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
import {DnrPreview} from '../preview/dnr-preview'
import type {Draft} from '../model/draft'
import type {AnyPair} from '../model/draft-fields'
import type {Session} from '../drafts/session'
import {isFieldProblem, blocksSaving, getProblemPath, getRemainingProblems} from '../model/draft-faults'
import {useDraftValidator} from '../model/draft-validator'
import {useDelayedTask} from '../use-delayed-task'
import {getProblemActions} from './problem-actions'

/** Formats a fault whose field is not on the page. */
function formatLocatedFault({path, reason}: {readonly path: string; readonly reason: string}): string {
  const index = /^pairs\[(\d+)\]/.exec(path)?.[1]
  const location =
    index === undefined ? formatFaultPath(path) : editorTexts('conditionPlace', {number: Number(index) + 1})
  return location === '' ? reason : editorTexts('fault', {place: location, reason})
}

/** Limits of a rule type, which the line “Works for” states. */
const statedCodes: ReadonlySet<ProblemCode> = new Set(['delay-in-part', 'not-in-workers'])

type ProblemGroup = {readonly formatted: DescribedProblem; readonly problem: Problem; readonly pairs: Set<number>}

function RailCallouts({session, problems}: {readonly session: Session; readonly problems: readonly Problem[]}) {
  const {library, client} = usePage()
  const {draft} = session
  const {reportStep} = useForm()
  const id = draft.isNew.value ? undefined : session.id()
  const faults = draft.isSaveTried.value ? draft.faults.value.filter(({path}) => !draft.visibleFields.has(path)) : []
  const faultPaths = draft.faults.value.map(({path}) => path)
  const isShown = (problem: Problem) =>
    !statedCodes.has(problem.code) &&
    !blocksSaving(problem) &&
    !faultPaths.some(path => path.startsWith(getProblemPath(problem))) &&
    !(isFieldProblem(problem) && draft.visibleFields.has(getProblemPath(problem)))
  const groups = new Map<string, ProblemGroup>()
  for (const problem of problems.filter(isShown)) {
    const formatted = describeProblem(addRuleNamesToLoop(problem, draft.base.value.id, library))
    const key = formatted.title + formatted.sentence
    const pairs = groups.get(key)?.pairs ?? new Set()
    if (problem.pair !== undefined) pairs.add(problem.pair + 1)
    groups.set(key, {formatted, problem, pairs})
  }
  const inConditions = (pairs: ReadonlySet<number>) =>
    pairs.size === 0 || pairs.size === draft.pairs.value.length
      ? ''
      : editorTexts('inConditions', {conditions: formatConditionNumbers([...pairs])})
  return (
    <>
      {faults.length > 0 && (
        <Callout tone="danger" title={editorTexts('notSaved')} role="alert">
          {faults.map(formatFault).map(fault => (
            <p key={fault.path + fault.reason}>{formatLocatedFault(fault)}</p>
          ))}
        </Callout>
      )}
      {[...groups].map(([key, {formatted, problem, pairs}]) => {
        const {tone, title, sentence} = formatted
        const actions = getProblemActions(problem, {draft, id, library, client, step: reportStep})
        return (
          <Callout key={key} tone={tone} title={title}>
            <p>
              {inConditions(pairs)}
              {sentence}
            </p>
            {problem.code === 'refused-by-browser' && problem.params?.['reason'] && (
              <details>
                <summary>{editorTexts('chromeSays')}</summary>
                {problem.params?.['reason']}
              </details>
            )}
            {actions.length > 0 && (
              <p class="callout-actions">
                {actions.map(({label, run}) => (
                  <button key={label} type="button" class="link-button" onClick={run}>
                    {label}
                  </button>
                ))}
              </p>
            )}
          </Callout>
        )
      })}
    </>
  )
}

/** Problems of the draft, and those of the saved rule that the draft still has. */
function useDraftProblems({draft, id}: Session): readonly Problem[] {
  const {library} = usePage()
  const draftProblems = draft.problems.value
  const savedId = draft.isNew.value ? undefined : id()
  const savedProblems = savedId === undefined ? [] : (library.getRow(savedId)?.value.problems ?? [])
  if (!draft.isDirty.value) return [...draftProblems, ...savedProblems]
  const remaining = getRemainingProblems(savedProblems, draft.base.value, draft.rule.value)
  const loop = draft.loop.value
  if (loop === undefined) return [...draftProblems, ...remaining]
  return [...draftProblems, ...(loop ? [loop] : []), ...remaining.filter(({code}) => code !== 'loop')]
}

const isCode = (pair: AnyPair): boolean => 'type' in pair && pair.type === 'code'

function formatWorksFor({ruleType, faults, inactivePairs, pairs}: Draft, problems: readonly Problem[]): string {
  const conditions = pairs.value
  const hasProblem = (code: ProblemCode, at: number) => problems.some(each => each.code === code && each.pair === at)
  const isInPages =
    ruleType === 'Response' && conditions.every(({pair}, at) => isCode(pair) || hasProblem('fetch-only', at))
  const defaultText = isInPages ? editorTexts('worksForPart.fetchOnly') : editorTexts(`worksForType.${ruleType}`)
  if (faults.value.length > 0) return defaultText
  const isInactive = (at: number) =>
    inactivePairs.value.includes(at) ||
    problems.some(each => each.field === undefined && (each.pair ?? at) === at && isLeftOut(each))
  const active = [...conditions.keys()].filter(at => !isInactive(at))
  if (active.length === 0) return editorTexts('worksForPart.nothing')
  const isLimited = (code: ProblemCode) => active.every(at => hasProblem(code, at))
  return isLimited('regex-in-part')
    ? editorTexts('worksForPart.refused')
    : isLimited('payload-in-part')
      ? editorTexts('worksForPart.fetchOnly')
      : defaultText
}

/** Milliseconds after a change, longer than the pause between two keys. */
const pause = 400

/** The problem of a rule that another one overrides; for an unchanged rule, from the list. */
function useOverrideProblem({draft, id}: Session): Problem | undefined {
  const {library} = usePage()
  const validator = useDraftValidator()
  const {overridden} = useOptions()
  const draftProblem = useSignal<Problem | null | undefined>(undefined)
  const isEdited = useComputed(() => draft.isNew.value || draft.isDirty.value)
  useDelayedTask(pause, () => {
    void library.revision.value
    void library.rows.value
    void library.groups.value
    const rule = draft.rule.value
    if (!isEdited.value) draftProblem.value = undefined
    if (!isEdited.value || !library.isComplete.value) return undefined
    return async isStale => {
      const savedId = draft.isNew.peek() ? undefined : id()
      const saved = savedId === undefined ? undefined : library.getRow(savedId)?.peek()
      const status = saved?.rule?.status ?? rule.status
      const candidate = {id: savedId, rule: {...rule, status}, validation: validator.validate(rule), problems: []}
      const problem = await overridden.checkDraft(candidate, isStale)
      if (!isStale() && problem !== undefined) draftProblem.value = problem
    }
  })
  if (isEdited.value && draftProblem.value !== undefined) return draftProblem.value ?? undefined
  const savedId = id()
  const view = savedId === undefined ? undefined : library.getRow(savedId)?.value
  return savedId !== undefined && view && isRuleActive(view) ? overridden.problems.value.get(savedId) : undefined
}

const getWorkspaceOptions = () =>
  [
    ['device', commonTexts('thisDevice')],
    ['team', commonTexts('team')],
  ] as const

function Workspace({session}: {readonly session: Session}) {
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
            options={getWorkspaceOptions()}
            change={side => {
              const team = side === 'team'
              draft.setForTeam(team)
              // A group belongs to one workspace.
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
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container, ['.callout-actions button', 'select'])
  const problems = useDraftProblems(session)
  const override = useOverrideProblem(session)
  const {groupId, description} = draft.fields.value
  const groupField = useField('groupId')
  const descriptionField = useField('description')
  const teamGroups = new Set(library.teamGroups.value)
  const isForTeam = session.isForTeam()
  const knownGroups = library.groups.value
    .filter(({id}) => id === groupId || teamGroups.has(id) === isForTeam)
    .map(each => [each.id, each.name || commonTexts('untitled')] as const)
  // A rule with an unknown group behaves like a rule without a group.
  const unknownGroup =
    groupId !== '' && !knownGroups.some(([id]) => id === groupId) ? [[groupId, editorTexts('groupGone')] as const] : []
  return (
    <aside class="rail" aria-label={editorTexts('about')}>
      <div class="rail-part" ref={container}>
        <RailCallouts session={session} problems={override ? [...problems, override] : problems} />
        <label class="rail-line">
          <span>{editorTexts('group')}</span>
          <span>
            <Select
              name={editorTexts('group')}
              value={groupId}
              options={[['', commonTexts('noGroup')], ...knownGroups, ...unknownGroup]}
              change={id => draft.set({groupId: id})}
              described={groupField.described}
            />
            <FieldNotes field={groupField} />
          </span>
        </label>
        <Workspace session={session} />
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
              {...descriptionField.described}
            />
            <FieldNotes field={descriptionField} />
          </span>
        </label>
        <p class="rail-line">
          <span>{editorTexts('worksFor')}</span>
          <span class="rail-text">{formatWorksFor(draft, problems)}</span>
        </p>
      </div>
      <DnrPreview rule={draft.rule} />
    </aside>
  )
}
