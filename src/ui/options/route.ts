import {signal, type ReadonlySignal} from '@preact/signals'
import {isRuleType, type RuleType} from '../../model/rules'

/** The query of a new rule; each value may be empty. */
export type NewStart = Readonly<Record<'host' | 'address' | 'template' | 'draft', string>>

export type Route =
  | {readonly page: 'rules' | 'groups' | 'activity' | 'trash' | 'import' | 'account' | 'settings' | 'automation'}
  | ({readonly page: 'new-rule'; readonly type: RuleType} & NewStart)
  | {readonly page: 'new'; readonly at: URLSearchParams}
  | {readonly page: 'rule'; readonly id: string}
  | {readonly page: 'nowhere'}

const plainPages = ['groups', 'activity', 'trash', 'import', 'account', 'settings', 'automation'] as const

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function newRoute(type: string, at: URLSearchParams): Route {
  const given = (name: keyof NewStart) => at.get(name) ?? ''
  if (type === '') return {page: 'new', at}
  if (!isRuleType(type)) return {page: 'nowhere'}
  const start = {host: given('host'), address: given('address'), template: given('template'), draft: given('draft')}
  return {page: 'new-rule', type, ...start}
}

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', first = '', second = ''] = path.split('/')
  if (page === '' || (page === 'rules' && first === '')) return {page: 'rules'}
  const plain = plainPages.find(each => each === page)
  if (plain !== undefined && first === '') return {page: plain}
  if (page === 'rules' && first === 'new') return newRoute(second, new URLSearchParams(query))
  return page === 'rules' && second === '' ? {page: 'rule', id: decoded(first)} : {page: 'nowhere'}
}

export function createRouter() {
  const route = signal(routeOf(location.hash))
  let moved = false
  const follow = () => {
    moved = true
    route.value = routeOf(location.hash)
  }
  addEventListener('hashchange', follow)
  return {
    route: route as ReadonlySignal<Route>,
    hasMoved: () => moved,
    stop: () => removeEventListener('hashchange', follow),
  }
}

export const newRuleHash = '#/rules/new'

export const goTo = (hash: string): void => {
  location.hash = hash
}
/** Without a step in the history. */
export const goInstead = (hash: string): void => location.replace(hash)
