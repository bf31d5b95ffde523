import type {BrowserRule, RuleAction, RuleCondition} from '../../../src/model/extension-rule'
import type {ResourceType} from '../../../src/model/source'
import {getBrowserRuleId, getPriority} from '../../../src/dnr/priorities'
import type {DnrRuleTemplate} from '../../../src/dnr/translation'
import {launchWithExtension} from '../browser'

/** Arguments of `testMatchOutcome`. The initiator is also the page of a subresource. */
export type Question = {
  readonly url: string
  readonly type?: ResourceType
  readonly method?: string
  readonly initiator?: string
}

type Chrome = {
  readonly declarativeNetRequest: {
    isRegexSupported(asked: object): Promise<{isSupported: boolean; reason?: string}>
    getSessionRules(): Promise<{id: number}[]>
    updateSessionRules(change: object): Promise<void>
    testMatchOutcome(asked: object): Promise<{matchedRules: {ruleId: number}[]}>
  }
}

/** The installed rules: the templates, or their fallback where Chromium refuses the regex. */
export type Installed = {
  readonly rules: readonly BrowserRule[]
  /** The indexes of templates with a refused regex. */
  readonly refused: readonly {readonly draft: number; readonly hasFallback: boolean}[]
}

const toRegexQuery = (condition: RuleCondition, action: RuleAction) => ({
  regex: condition.regexFilter ?? '',
  isCaseSensitive: condition.isUrlFilterCaseSensitive ?? false,
  requireCapturing: action.redirect?.regexSubstitution !== undefined,
})

/** Starts Chromium with an extension that reports which browser rules match a request. */
export async function openJudge() {
  const launched = await launchWithExtension({extension: 'test/browser/oracle/judge-extension'})
  const worker = await launched.worker()
  const origin = `chrome-extension://${launched.extensionId}`

  /** Whether Chromium accepts the regex of each condition. */
  const supported = (asked: readonly {condition: RuleCondition; action: RuleAction}[]) =>
    worker.evaluate(
      async regexes => {
        const {declarativeNetRequest: api} = (globalThis as unknown as {chrome: Chrome}).chrome
        const answers: boolean[] = []
        for (const regex of regexes) answers.push(regex.regex === '' || (await api.isRegexSupported(regex)).isSupported)
        return answers
      },
      asked.map(({condition, action}) => toRegexQuery(condition, action)),
    )

  const wait = (action: RuleAction): RuleAction => {
    const substitution = action.redirect?.regexSubstitution
    return substitution?.startsWith('/delay-page.html') === true
      ? {...action, redirect: {regexSubstitution: origin + substitution}}
      : action
  }

  return {
    ...launched,
    /**
     * Assigns ids and priorities and applies fallbacks, as the engine does. `position` is the list
     * position.
     */
    async prepare(drafts: readonly DnrRuleTemplate[], position = 0): Promise<Installed> {
      const fine = await supported(drafts)
      const refused: {draft: number; hasFallback: boolean}[] = []
      const parts = drafts.flatMap((draft, index) => {
        if (fine[index] === true) return [{...draft, condition: draft.condition}]
        refused.push({draft: index, hasFallback: draft.fallbackConditions !== undefined})
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
    install: (rules: readonly BrowserRule[]) =>
      worker.evaluate(async addRules => {
        const {declarativeNetRequest: api} = (globalThis as unknown as {chrome: Chrome}).chrome
        const removeRuleIds = (await api.getSessionRules()).map(({id}) => id)
        await api.updateSessionRules({removeRuleIds, addRules})
      }, rules),
    /** Returns the ids of the matching rules for each request. */
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
            // A navigation has its own URL as the page. Otherwise Chromium would use the initiator.
            ...(type === 'main_frame' ? {topUrl: url} : {}),
          })
          answers.push(matchedRules.map(({ruleId}) => ruleId))
        }
        return answers
      }, questions),
    /** Normalizes URLs in Chromium. Drops invalid URLs and other schemes. */
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

/** Chromium reports all matches of this action, and only the winner of others. */
export const reportingAction: RuleAction = {
  type: 'modifyHeaders',
  requestHeaders: [{header: 'x-oracle', operation: 'set', value: '1'}],
}
