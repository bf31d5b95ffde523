import type {BrowserRule, RuleAction, RuleCondition} from '../../../src/model/extension-rule'
import type {ResourceType} from '../../../src/model/source'
import {getBrowserRuleId, getPriority} from '../../../src/dnr/priorities'
import type {DnrRuleTemplate} from '../../../src/dnr/translation'
import {launchWithExtension} from '../browser'

/** A request as declarativeNetRequest is asked about it. The initiator counts as the page of a subresource. */
export type Question = {
  readonly url: string
  readonly type?: ResourceType
  readonly method?: string
  readonly initiator?: string
}

/** The part of Chrome's API that the judge uses. */
type Chrome = {
  readonly declarativeNetRequest: {
    isRegexSupported(asked: object): Promise<{isSupported: boolean; reason?: string}>
    getSessionRules(): Promise<{id: number}[]>
    updateSessionRules(change: object): Promise<void>
    testMatchOutcome(asked: object): Promise<{matchedRules: {ruleId: number}[]}>
  }
}

/** Which rules Chromium took: the drafts themselves, or what they name for a regex that Chromium refuses. */
export type Installed = {
  readonly rules: readonly BrowserRule[]
  /** The places of the drafts whose regex was refused; `stoodIn` when they had something instead. */
  readonly refused: readonly {readonly draft: number; readonly stoodIn: boolean}[]
}

const asking = (condition: RuleCondition, action: RuleAction) => ({
  regex: condition.regexFilter ?? '',
  isCaseSensitive: condition.isUrlFilterCaseSensitive ?? false,
  requireCapturing: action.redirect?.regexSubstitution !== undefined,
})

/** A bare extension in a real Chromium that says what browser rules match. */
export async function openJudge() {
  const launched = await launchWithExtension({extension: 'test/browser/oracle/judge-extension'})
  const worker = await launched.worker()
  const origin = `chrome-extension://${launched.extensionId}`

  /** Whether Chromium takes each of the conditions; those without a regex it does. */
  const supported = (asked: readonly {condition: RuleCondition; action: RuleAction}[]) =>
    worker.evaluate(
      async regexes => {
        const {declarativeNetRequest: api} = (globalThis as unknown as {chrome: Chrome}).chrome
        const answers: boolean[] = []
        for (const regex of regexes) answers.push(regex.regex === '' || (await api.isRegexSupported(regex)).isSupported)
        return answers
      },
      asked.map(({condition, action}) => asking(condition, action)),
    )

  const wait = (action: RuleAction): RuleAction => {
    const substitution = action.redirect?.regexSubstitution
    return substitution?.startsWith('/delay-page.html') === true
      ? {...action, redirect: {regexSubstitution: origin + substitution}}
      : action
  }

  return {
    ...launched,
    /** As the engine installs: ids, priorities, and what stands in for a refused regex. `position` is the place in the list. */
    async prepare(drafts: readonly DnrRuleTemplate[], position = 0): Promise<Installed> {
      const fine = await supported(drafts)
      const refused: {draft: number; stoodIn: boolean}[] = []
      const parts = drafts.flatMap((draft, index) => {
        if (fine[index] === true) return [{...draft, condition: draft.condition}]
        refused.push({draft: index, stoodIn: draft.fallbackConditions !== undefined})
        return (draft.fallbackConditions?.conditions ?? []).map(condition => ({...draft, condition}))
      })
      const rules = parts.map(({band, action, condition}, part) => ({
        id: getBrowserRuleId(position + 1, part),
        priority: getPriority(band, position * 64 + part),
        action: wait(action),
        condition,
      }))
      return {rules, refused}
    },
    supported,
    /** Replaces whatever is installed. */
    install: (rules: readonly BrowserRule[]) =>
      worker.evaluate(async addRules => {
        const {declarativeNetRequest: api} = (globalThis as unknown as {chrome: Chrome}).chrome
        const removeRuleIds = (await api.getSessionRules()).map(({id}) => id)
        await api.updateSessionRules({removeRuleIds, addRules})
      }, rules),
    /** For each question the ids of the rules that match. */
    ask: (questions: readonly Question[]) =>
      worker.evaluate(async asked => {
        const {declarativeNetRequest: api} = (globalThis as unknown as {chrome: Chrome}).chrome
        const answers: number[][] = []
        for (const {url, type = 'main_frame', method, initiator} of asked) {
          const {matchedRules} = await api.testMatchOutcome({
            url,
            type,
            ...(method === undefined ? {} : {method: method.toLowerCase()}),
            ...(initiator === undefined ? {} : {initiator}),
            // A page that is opened is its own; unless told, Chromium takes the one that asks.
            ...(type === 'main_frame' ? {topUrl: url} : {}),
          })
          answers.push(matchedRules.map(({ruleId}) => ruleId))
        }
        return answers
      }, questions),
    /** URLs as this very Chromium writes them; those that it does not take, or that no rule is asked about, are left out. */
    canonical: (urls: readonly string[]) =>
      worker.evaluate(
        given =>
          given
            .filter(url => URL.canParse(url))
            .map(url => new URL(url).href)
            .filter(url => /^(?:http|ws)s?:/.test(url)),
        urls,
      ),
  }
}

export type Judge = Awaited<ReturnType<typeof openJudge>>

/** An action of which Chromium reports every match, where of the others it reports the winner only. */
export const reported: RuleAction = {
  type: 'modifyHeaders',
  requestHeaders: [{header: 'x-oracle', operation: 'set', value: '1'}],
}
