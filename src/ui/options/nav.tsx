import type {ReadonlySignal} from '@preact/signals'
import {Activity, ArrowDownUp, Folder, List, Settings2, Users} from 'lucide-preact'
import type {TeamView} from '../../contract/team'
import {grouped} from '../numbers'
import {GlobalSwitch} from '../parts/global-switch'
import {shownKeys} from '../parts/keys'
import {usePage} from '../parts/library-context'
import {Mark} from '../parts/mark'
import {hashes} from '../routes'
import {syncLineOf, unsettled} from '../sentences/sync-line'
import {common, placeWords, shellWords} from '../words'
import {useOptions} from './options-context'
import type {Route} from './route'
import {useManaged} from './use-asked'

const isOfRules = (page: Route['page']) =>
  page === 'rules' || page === 'rule' || page === 'new-rule' || page === 'new' || page === 'trash'

export function Nav({route}: {readonly route: ReadonlySignal<Route>}) {
  const {library, settings} = usePage()
  const {page} = route.value
  const managed = useManaged()
  const team = useOptions().account.view.value
  const toSettle = team ? unsettled(team) > 0 : false
  const places = [
    {name: placeWords.rules, keys: 'g r', hash: hashes.rules, icon: List, here: isOfRules(page), size: library.size},
    {
      name: placeWords.groups,
      keys: 'g g',
      hash: hashes.groups,
      icon: Folder,
      here: page === 'groups',
      size: {value: library.groups.value.length},
    },
    {name: placeWords.activity, keys: 'g a', hash: hashes.activity, icon: Activity, here: page === 'activity'},
    {
      name: placeWords.transfer,
      keys: 'g i',
      hash: hashes.import,
      icon: ArrowDownUp,
      here: page === 'import',
    },
    {
      name: placeWords.account,
      keys: 'g c',
      hash: hashes.account,
      icon: Users,
      here: page === 'account',
      mark: toSettle,
    },
    {name: placeWords.settings, keys: 'g s', hash: hashes.settings, icon: Settings2, here: page === 'settings'},
  ]
  return (
    <nav class="nav" aria-label={common.product}>
      <p class="nav-brand">
        <Mark />
        <b>{common.product}</b>
      </p>
      <ul>
        {places.map(({name, keys, hash, icon: Shape, here, size, mark = false}) => (
          <li key={hash}>
            <a
              href={hash}
              class="nav-place"
              aria-current={here ? 'page' : undefined}
              title={settings.letterKeys.value ? common.withKeys(name, shownKeys(keys)) : name}
            >
              <Shape size={18} strokeWidth={1.75} aria-hidden="true" />
              <span>{name}</span>
              {size !== undefined && size.value > 0 && (
                <small class="count" aria-hidden="true">
                  {grouped(size.value)}
                </small>
              )}
              {mark && <span class="nav-dot" role="img" aria-label={shellWords.toSettle} />}
            </a>
          </li>
        ))}
      </ul>
      <div class="nav-foot">
        <GlobalSwitch fixed={managed.rulesOn === undefined ? undefined : common.byOrganisation} />
        {team === undefined ? <span class="where-kept" data-waiting /> : <SyncLine team={team} />}
      </div>
    </nav>
  )
}

function SyncLine({team}: {readonly team: TeamView | null}) {
  const {text, tone} = syncLineOf(team, Date.now())
  return (
    <a class="where-kept" href={hashes.account} title={text} data-tone={tone}>
      <span>{text}</span>
    </a>
  )
}
