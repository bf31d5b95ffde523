import type {ReadonlySignal} from '@preact/signals'
import {Activity, ArrowDownUp, Folder, List, Settings2, Users} from 'lucide-preact'
import type {TeamView} from '../../model/team'
import {formatNumber} from '../format'
import {GlobalSwitch} from '../components/global-switch'
import {formatKeys} from '../hooks/keys'
import {usePage} from '../state/page-context'
import {Logo} from '../components/logo'
import {hashes} from '../routes'
import {getSyncStatus, countUnresolved} from '../sentences/sync-status'
import {commonTexts} from '../../locales/common'
import {shellTexts} from '../../locales/shell'
import {useOptions} from './options-context'
import type {Route} from './route'
import {useManagedPolicy} from '../hooks/use-fetched'

const ruleListPages: readonly Route['page'][] = ['rules', 'rule', 'new-rule', 'new', 'trash']

const navItems = [
  {place: 'rules', keys: 'g r', hash: hashes.rules, icon: List, page: 'rules'},
  {place: 'groups', keys: 'g g', hash: hashes.groups, icon: Folder, page: 'groups'},
  {place: 'activity', keys: 'g a', hash: hashes.activity, icon: Activity, page: 'activity'},
  {place: 'transfer', keys: 'g i', hash: hashes.import, icon: ArrowDownUp, page: 'import'},
  {place: 'account', keys: 'g c', hash: hashes.account, icon: Users, page: 'account'},
  {place: 'settings', keys: 'g s', hash: hashes.settings, icon: Settings2, page: 'settings'},
] as const

export function Nav({route}: {readonly route: ReadonlySignal<Route>}) {
  const {library, settings} = usePage()
  const currentPage = ruleListPages.includes(route.value.page) ? 'rules' : route.value.page
  const managed = useManagedPolicy()
  const team = useOptions().account.view.value
  const hasUnsettled = team ? countUnresolved(team) > 0 : false
  const counts: Partial<Record<Route['page'], number>> = {
    rules: library.ruleCount.value,
    groups: library.groups.value.length,
  }
  return (
    <nav class="nav" aria-label={commonTexts('product')}>
      <p class="nav-brand">
        <Logo />
        <b>{commonTexts('product')}</b>
      </p>
      <ul>
        {navItems.map(({place, keys, hash, icon: Icon, page}) => {
          const name = shellTexts(`place.${place}`)
          return (
            <li key={hash}>
              <a
                href={hash}
                class="nav-place"
                aria-current={page === currentPage ? 'page' : undefined}
                title={settings.letterKeys.value ? commonTexts('withKeys', {name, keys: formatKeys(keys)}) : name}
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
                <span>{name}</span>
                {(counts[page] ?? 0) > 0 && (
                  <small class="count" aria-hidden="true">
                    {formatNumber(counts[page] ?? 0)}
                  </small>
                )}
                {page === 'account' && hasUnsettled && (
                  <span class="nav-dot" role="img" aria-label={shellTexts('toSettle')} />
                )}
              </a>
            </li>
          )
        })}
      </ul>
      <div class="nav-foot">
        <GlobalSwitch fixed={managed.rulesOn === undefined ? undefined : commonTexts('byOrganisation')} />
        {team === undefined ? <span class="where-kept" data-waiting /> : <SyncLine team={team} />}
      </div>
    </nav>
  )
}

function SyncLine({team}: {readonly team: TeamView | null}) {
  const {text, tone} = getSyncStatus(team, Date.now())
  return (
    <a class="where-kept" href={hashes.account} title={text} data-tone={tone}>
      <span>{text}</span>
    </a>
  )
}
