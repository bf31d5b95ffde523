import type {RuleType} from '../../../model/rules'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {hashes} from '../../routes'
import {templateNames, templates, type TemplateName} from '../../templates'
import {newRuleTexts} from '../../../locales/new-rule'
import {PageTitle} from '../page-title'
import {TypeTiles} from '../rules/first-run'

const pointedAt = ['linkUrl', 'srcUrl', 'pageUrl'] as const
type PointedAt = {readonly what: (typeof pointedAt)[number]; readonly url: URL}

/** Rules act on http(s) URLs only, not on `data:` and the like. */
function pointOf(at: URLSearchParams): PointedAt | null {
  const what = pointedAt.find(name => at.has(name))
  const url = what && URL.parse(at.get(what) ?? '')
  return what && url && /^https?:$/.test(url.protocol) ? {what, url} : null
}

function queryOf(point: PointedAt | null, template?: TemplateName): string {
  const {href = '', host = ''} = point?.url ?? {}
  const isSite = point?.what === 'pageUrl' || (template !== undefined && templates[template].matchesWholeSite)
  const place = isSite ? {host} : {address: href.replace(/#.*/s, '')}
  const tested = {url: href, ...(point?.what === 'srcUrl' && {requestType: 'image'})}
  const query = new URLSearchParams({...(point && {...place, ...tested}), ...(template && {template})}).toString()
  return query === '' ? '' : `?${query}`
}

const templatesFor = (point: PointedAt | null): readonly TemplateName[] =>
  templateNames.filter(name => templates[name].matchesWholeSite || point?.what !== 'srcUrl')

export function NewRulePage({at}: {readonly at: URLSearchParams}) {
  const point = pointOf(at)
  const isOutOfReach = point === null && pointedAt.some(name => at.has(name))
  const hashOf = (type: RuleType, template?: TemplateName) => hashes.newRule(type) + queryOf(point, template)
  return (
    <>
      <header class="page-head">
        <PageTitle>{newRuleTexts('title')}</PageTitle>
      </header>
      <div class="scroll">
        <div class="new-rule">
          {point && (
            <p>
              {point.what === 'pageUrl'
                ? newRuleTexts('pageUrl', {host: point.url.host})
                : newRuleTexts(point.what === 'srcUrl' ? 'srcUrl' : 'linkUrl')}{' '}
              {point.what !== 'pageUrl' && <code>{point.url.href}</code>}
            </p>
          )}
          {isOutOfReach && <p>{newRuleTexts('outOfReach')}</p>}
          <h2>{newRuleTexts('types')}</h2>
          <TypeTiles hashOf={type => hashOf(type)} />
          <h2>{newRuleTexts('templates')}</h2>
          <p class="hint">{newRuleTexts('hint')}</p>
          <ul class="tiles">
            {templatesFor(point).map(name => (
              <li key={name}>
                <a href={hashOf(templates[name].type, name)} class="tile">
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
