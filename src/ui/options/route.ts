import {signal, type ReadonlySignal} from '@preact/signals'
import {isRuleType, type RuleType} from '../../model/rules'

/** The query of a new rule; each value may be empty. */
export type NewRuleQuery = Readonly<Record<'host' | 'address' | 'template' | 'draft', string>>

export type Route =
  | {readonly page: 'rules' | 'groups' | 'activity' | 'trash' | 'import' | 'account' | 'settings' | 'automation'}
  | ({readonly page: 'new-rule'; readonly type: RuleType} & NewRuleQuery)
  | {readonly page: 'new'; readonly at: URLSearchParams}
  | {readonly page: 'rule'; readonly id: string}
  | {readonly page: 'nowhere'}

const simplePages = ['groups', 'activity', 'trash', 'import', 'account', 'settings', 'automation'] as const

const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseNewRuleRoute(type: string, at: URLSearchParams): Route {
  const getParameter = (name: keyof NewRuleQuery) => at.get(name) ?? ''
  if (type === '') return {page: 'new', at}
  if (!isRuleType(type)) return {page: 'nowhere'}
  const start = {
    host: getParameter('host'),
    address: getParameter('address'),
    template: getParameter('template'),
    draft: getParameter('draft'),
  }
  return {page: 'new-rule', type, ...start}
}

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', first = '', second = ''] = path.split('/')
  if (page === '' || (page === 'rules' && first === '')) return {page: 'rules'}
  const simplePage = simplePages.find(each => each === page)
  if (simplePage !== undefined && first === '') return {page: simplePage}
  if (page === 'rules' && first === 'new') return parseNewRuleRoute(second, new URLSearchParams(query))
  return page === 'rules' && second === '' ? {page: 'rule', id: decodePart(first)} : {page: 'nowhere'}
}

export function createRouter() {
  const route = signal(parseRoute(location.hash))
  let hasNavigated = false
  const follow = () => {
    hasNavigated = true
    route.value = parseRoute(location.hash)
  }
  addEventListener('hashchange', follow)
  return {
    route: route as ReadonlySignal<Route>,
    hasMoved: () => hasNavigated,
    stop: () => removeEventListener('hashchange', follow),
  }
}

export const goTo = (hash: string): void => {
  location.hash = hash
}
/** Replaces the hash without a history entry. */
export const replaceHash = (hash: string): void => location.replace(hash)
