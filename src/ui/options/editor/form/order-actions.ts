import {shortenName} from '../../../sentences/quote'
import type {WorkerClient} from '../../../../messaging/messages'
import type {Problem} from '../../../../model/problems'
import type {RuleView} from '../../../../model/views'
import {getRemedy} from '../../../../simulator/remedy'
import type {Verdict} from '../../../../simulator/verdict'
import type {LibraryState} from '../../../state/library'
import {getGroupId, getRuleName} from '../../../state/sections'
import {createGroupCommands} from '../../../commands/groups'
import {createRuleCommands, getTopOfGroup} from '../../../commands/rules'
import {commonTexts} from '../../../../locales/common'
import {fixTexts} from '../../../../locales/fixes'

type Needs = {
  /** Undefined for a new rule, whose switch is part of its draft. */
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
}
export type Action = {readonly label: string; readonly act: () => void}

const isOver =
  ({says}: Problem) =>
  ({problems}: RuleView): boolean =>
    problems.some(({code, says: other}) => code === 'over-limit' && other?.['kind'] === says?.['kind'])

/**
 * Chrome takes the upper rules. Moves the rule to the top of its group while groups above leave it room, else to the top of the first
 * group that is on.
 */
export function intoForce(problem: Problem, {id, library, client}: Needs): Action | undefined {
  const views = library.rows.value.map(row => row.peek())
  const own = views.find(view => view.id === id)
  if (id === undefined || !own) return undefined
  const {move} = createRuleCommands({library, client})
  const isOverNow = () =>
    library
      .getRow(id)
      ?.peek()
      .problems.some(each => each.code === 'over-limit') === true
  const head = () => getTopOfGroup(library, getGroupId(own))
  const {before: top} = head()
  const first = library.groups.value.find(({status}) => status === 'Active')
  const isInFirst = first === undefined || first.id === getGroupId(own)
  const firstOver = views.find(isOver(problem))
  const hasRoom = firstOver !== undefined && getGroupId(firstOver) === getGroupId(own) && firstOver.id !== top
  if (top !== id && (isInFirst || hasRoom))
    return {
      label: fixTexts('moveUp'),
      act: () => void move([id], head, () => fixTexts('movedUp', {isEnough: !isOverNow()})),
    }
  if (isInFirst) return undefined
  return {
    label: fixTexts('moveToFirst', {group: shortenName(first.name || commonTexts('untitled'))}),
    act: () => void move([id], () => getTopOfGroup(library, first.id)),
  }
}

/** Moves the rule above another one, into its group. A team rule stays in the team's groups. */
export function moveAbove(upper: string, {library, client, id}: Needs): Action | undefined {
  const view = id === undefined ? undefined : library.getRow(id)?.value
  const other = library.getRow(upper)?.value
  if (id === undefined || !view?.rule || !other?.rule) return undefined
  const ofGroups = new Set(library.groups.value.map(group => group.id))
  const groupFor = (each: typeof view) => (ofGroups.has(getGroupId(each)) ? getGroupId(each) : '')
  const groupId = groupFor(other)
  const isInside = groupFor(view) === groupId
  if (!isInside && view.isTeam && groupId !== '' && !library.teamGroups.value.includes(groupId)) return undefined
  const said = isInside
    ? () => fixTexts('movedAbove', {name: shortenName(getRuleName(other, commonTexts('untitled')))})
    : undefined
  return {
    label: fixTexts('moveAbove'),
    act: () => void createRuleCommands({library, client}).move([id], () => ({before: upper, groupId}), said),
  }
}

export function actionOf(verdict: Verdict, needs: Needs): Action | undefined {
  const {library, client, id} = needs
  const remedy = getRemedy(verdict)
  switch (remedy?.to) {
    case 'turn-all-on':
      return {label: fixTexts('remedy.turnAllOn'), act: () => void library.setPaused(false)}
    case 'turn-group-on':
      return {
        label: fixTexts('remedy.turnGroupOn'),
        act: () => void createGroupCommands(library, client).toggle(remedy.group, true),
      }
    case 'turn-on':
      return id === undefined
        ? undefined
        : {label: fixTexts('remedy.turnOn'), act: () => void createRuleCommands({library, client}).switch([id], true)}
    case 'move-above':
      return moveAbove(remedy.other, needs)
    default:
      return undefined
  }
}
