import type {RuleType} from '../../../model/rules'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {hashes} from '../../routes'
import {templateNames, templates, type TemplateName} from '../../templates'
import {newRuleTexts} from '../../../locales/new-rule'
import {PageTitle} from '../page-title'
import {TypeTiles} from '../rules/first-run'

const targetParameters = ['linkUrl', 'srcUrl', 'pageUrl'] as const
type ClickTarget = {readonly parameter: (typeof targetParameters)[number]; readonly url: URL}

/** Rules act on http(s) URLs only, not on `data:` and the like. */
function parseClickTarget(at: URLSearchParams): ClickTarget | null {
  const what = targetParameters.find(name => at.has(name))
  const url = what && URL.parse(at.get(what) ?? '')
  return what && url && /^https?:$/.test(url.protocol) ? {parameter: what, url} : null
}

function buildQuery(target: ClickTarget | null, template?: TemplateName): string {
  const {href = '', host = ''} = target?.url ?? {}
  const isSite = target?.parameter === 'pageUrl' || (template !== undefined && templates[template].matchesWholeSite)
  const condition = isSite ? {host} : {address: href.replace(/#.*/s, '')}
  const sample = {url: href, ...(target?.parameter === 'srcUrl' && {requestType: 'image'})}
  const query = new URLSearchParams({...(target && {...condition, ...sample}), ...(template && {template})}).toString()
  return query === '' ? '' : `?${query}`
}

const getTemplates = (target: ClickTarget | null): readonly TemplateName[] =>
  templateNames.filter(name => templates[name].matchesWholeSite || target?.parameter !== 'srcUrl')

export function NewRulePage({at}: {readonly at: URLSearchParams}) {
  const target = parseClickTarget(at)
  const isUnsupportedUrl = target === null && targetParameters.some(name => at.has(name))
  const getHash = (type: RuleType, template?: TemplateName) => hashes.newRule(type) + buildQuery(target, template)
  return (
    <>
      <header class="page-head">
        <PageTitle>{newRuleTexts('title')}</PageTitle>
      </header>
      <div class="scroll">
        <div class="new-rule">
          {target && (
            <p>
              {target.parameter === 'pageUrl'
                ? newRuleTexts('pageUrl', {host: target.url.host})
                : newRuleTexts(target.parameter === 'srcUrl' ? 'srcUrl' : 'linkUrl')}{' '}
              {target.parameter !== 'pageUrl' && <code>{target.url.href}</code>}
            </p>
          )}
          {isUnsupportedUrl && <p>{newRuleTexts('outOfReach')}</p>}
          <h2>{newRuleTexts('types')}</h2>
          <TypeTiles getHash={type => getHash(type)} />
          <h2>{newRuleTexts('templates')}</h2>
          <p class="hint">{newRuleTexts('hint')}</p>
          <ul class="tiles">
            {getTemplates(target).map(name => (
              <li key={name}>
                <a href={getHash(templates[name].type, name)} class="tile">
                  <RuleTypeIcon type={templates[name].type} tile />
                  <span>
                    <b>{newRuleTexts(`template.${name}.name`)}</b>{' '}
                    <small>{newRuleTexts(`template.${name}.does`)}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}
