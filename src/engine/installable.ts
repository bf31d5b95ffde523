import type {BrowserRule} from '../contract/extension-rule'
import {resourceTypes} from '../contract/source'
import {idOf, ownRuleId, priorityOf} from '../translate/priorities'
import {waitingPage} from '../contract/waiting-page'
import type {Draft} from '../translate/translation'
import type {Entry} from './entries'
import type {BrowserRules} from './ports'

type Extension = BrowserRules['extension']

/** The one rule of our own: nothing that a user writes may change what the extension itself asks of the network. */
export function ownRule({id}: Extension): BrowserRule {
  // Pages that the extension opens are the user's: after a delay all other rules apply to them.
  const types = resourceTypes.filter(type => type !== 'main_frame' && type !== 'sub_frame')
  return {
    id: ownRuleId,
    priority: priorityOf('own', 0),
    action: {type: 'allow'},
    condition: {initiatorDomains: [id], resourceTypes: types},
  }
}

/**
 * A draft as it works in this installation: the waiting page by its address, and not for what that page itself opens. That page asks
 * for the rule by its number, and for the secret in it.
 */
function settle(
  {action, condition}: Draft,
  rule: number,
  {id, origin, secret}: Extension,
): Pick<BrowserRule, 'action' | 'condition'> {
  const substitution = action.redirect?.regexSubstitution
  if (substitution?.startsWith(waitingPage) !== true) return {action, condition}
  const excludedInitiatorDomains = [...(condition.excludedInitiatorDomains ?? []), id]
  return {
    action: {...action, redirect: {regexSubstitution: origin + substitution.replace('#', `#${secret},${rule},`)}},
    condition: {...condition, excludedInitiatorDomains},
  }
}

/** Which of its rule's drafts it is, and where it stands among all of its band. */
export type Standing = {readonly part: number; readonly place: number}

/** A draft with its id and priority. */
export function browserRule({kept}: Entry, draft: Draft, {part, place}: Standing, extension: Extension): BrowserRule {
  const id = idOf(kept.number, part)
  return {id, priority: priorityOf(draft.band, place), ...settle(draft, id, extension)}
}
