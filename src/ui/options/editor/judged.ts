import type {Rule} from '../../../contract/rule'
import type {Problem} from '../../../contract/problems'
import {takenOf, type RegexJudge} from '../../../translate/regexes'
import {translate} from '../../../translate/translate'
import type {Translation} from '../../../translate/translation'
import type {Judged} from '../../../simulator/contest'
import type {FaultsOfDraft} from './faults-of-problems'

const nothing: Translation = {extensionRules: [], drafts: [], problems: [], inPage: []}

export function translated(rule: Rule, fileAccess: boolean): Translation {
  try {
    return translate(rule, {fileAccess})
  } catch {
    // Half written it can be anything; then it does nothing.
    return nothing
  }
}

/** Passed in: the texts of faults come with the form, which is there before. */
export type JudgeNeeds = {readonly refusalOf: RegexJudge['refusalOf']; readonly faultsOf: FaultsOfDraft}

/** What would come of a rule if it were kept, as the worker would judge it. */
export function judge(rule: Rule, translation: Translation, {refusalOf, faultsOf}: JudgeNeeds): Judged {
  const problems: Problem[] = [...translation.problems]
  const taken = takenOf(rule, translation, refusalOf, problem => problems.push(problem))
  return {translation: {...translation, ...taken, problems}, faults: faultsOf(rule, problems)}
}
