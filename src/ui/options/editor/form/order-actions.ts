import {shortenName} from '../../../sentences/quote'
import type {WorkerClient} from '../../../../messaging/messages'
import type {Problem} from '../../../../model/problems'
import type {RuleView} from '../../../../model/views'
import {getDroppedAuthorization, type DroppedAuthorization} from '../../../../simulator/dropped-authorization'
import {getRemedy} from '../../../../simulator/remedy'
import type {Verdict} from '../../../../simulator/verdict'
import type {LibraryState} from '../../../state/library'
import {getGroupId, getRuleName} from '../../../state/sections'
import {createGroupCommands} from '../../../commands/groups'
import {createRuleCommands, getTopOfGroup} from '../../../commands/rules'
import {commonTexts} from '../../../../locales/common'
import {fixTexts} from '../../../../locales/fixes'

export type RuleActionDependencies = {
  /** Undefined for a new rule, whose switch is part of its draft. */
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
}
export type Action = {readonly label: string; readonly run: () => void}

const isOverAnyLimit = ({code}: Problem): boolean => code === 'over-limit'

const isOverSameLimit =
  ({params}: Problem) =>
  ({problems}: RuleView): boolean =>
    problems.some(each => isOverAnyLimit(each) && each.params?.['kind'] === params?.['kind'])

/**
 * Moves a rule over a limit up, because the upper rules are installed: to the top of its group if
 * the groups above leave room, else to the top of the first active group.
 */
export function createIntoForceAction(
  problem: Problem,
  {id, library, client}: RuleActionDependencies,
): Action | undefined {
  const views = library.rows.value.map(row => row.peek())
  const view = views.find(each => each.id === id)
  if (id === undefined || !view) return undefined
  const {move} = createRuleCommands({library, client})
  const isStillOver = () => library.getRow(id)?.peek().problems.some(isOverAnyLimit) === true
  const findTop = () => getTopOfGroup(library, getGroupId(view))
  const {before: topRule} = findTop()
  const firstActiveGroup = library.groups.value.find(({status}) => status === 'Active')
  const isInFirstActiveGroup = firstActiveGroup === undefined || firstActiveGroup.id === getGroupId(view)
  const firstRuleOverLimit = views.find(isOverSameLimit(problem))
  const hasRoom =
    firstRuleOverLimit !== undefined &&
    getGroupId(firstRuleOverLimit) === getGroupId(view) &&
    firstRuleOverLimit.id !== topRule
  if (topRule !== id && (isInFirstActiveGroup || hasRoom))
    return {
      label: fixTexts('moveUp'),
      run: () => void move([id], findTop, () => fixTexts('movedUp', {isEnough: !isStillOver()})),
    }
  if (isInFirstActiveGroup) return undefined
  return {
    label: fixTexts('moveToFirst', {group: shortenName(firstActiveGroup.name || commonTexts('untitled'))}),
    run: () => void move([id], () => getTopOfGroup(library, firstActiveGroup.id)),
  }
}

/** Moves the rule above another one, into its group. A team rule cannot leave the team's groups. */
export function createMoveAboveAction(
  upperId: string,
  {library, client, id}: RuleActionDependencies,
): Action | undefined {
  const ownView = id === undefined ? undefined : library.getRow(id)?.value
  const other = library.getRow(upperId)?.value
  if (id === undefined || !ownView?.rule || !other?.rule) return undefined
  const groupIds = new Set(library.groups.value.map(group => group.id))
  const getKnownGroupId = (each: typeof ownView) => (groupIds.has(getGroupId(each)) ? getGroupId(each) : '')
  const groupId = getKnownGroupId(other)
  const isInSameGroup = getKnownGroupId(ownView) === groupId
  if (!isInSameGroup && ownView.isTeam && groupId !== '' && !library.teamGroups.value.includes(groupId))
    return undefined
  const getText = isInSameGroup
    ? () => fixTexts('movedAbove', {name: shortenName(getRuleName(other, commonTexts('untitled')))})
    : undefined
  return {
    label: fixTexts('moveAbove'),
    run: () => void createRuleCommands({library, client}).move([id], () => ({before: upperId, groupId}), getText),
  }
}

/** Creates a Headers rule that sets the same Authorization for the host after a redirect. */
export const createAuthorizationAction = (
  {host, change: {header, value = ''}}: DroppedAuthorization,
  {library, client}: Pick<RuleActionDependencies, 'library' | 'client'>,
): Action => ({
  label: fixTexts('setHeader', {header, host: shortenName(host)}),
  run: () => void createRuleCommands({library, client}).setHeaderForHost(host, {header, value}),
})

export function getVerdictAction(verdict: Verdict, dependencies: RuleActionDependencies): Action | undefined {
  const {library, client, id} = dependencies
  const dropped = getDroppedAuthorization(verdict)
  if (dropped) return createAuthorizationAction(dropped, dependencies)
  const remedy = getRemedy(verdict)
  switch (remedy?.to) {
    case 'turn-all-on':
      return {label: fixTexts('remedy.turnAllOn'), run: () => void library.setPaused(false)}
    case 'turn-group-on':
      return {
        label: fixTexts('remedy.turnGroupOn'),
        run: () => void createGroupCommands(library, client).toggle(remedy.group, true),
      }
    case 'turn-on':
      return id === undefined
        ? undefined
        : {label: fixTexts('remedy.turnOn'), run: () => void createRuleCommands({library, client}).switch([id], true)}
    case 'move-above':
      return createMoveAboveAction(remedy.other, dependencies)
    default:
      return undefined
  }
}
