import {useSignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import {activityLogKey, useRequestWatch} from '../../request-log/use-request-watch'
import {LogGrid} from '../../request-log/log-grid'
import {LogHead, LogOff, LogTools, noTab, Scope} from '../../request-log/log-tools'
import {MakeRule} from '../../request-log/make-rule'
import {createActivity, type Activity} from '../../request-log/activity'
import type {SiteTab} from '../../request-log/request-events'
import {usePage} from '../../state/page-context'
import type {LibraryState} from '../../state/library'
import type {OptionsBrowserAdapter} from '../../browser-adapter'
import {activityTexts} from '../../../locales/activity'
import {PageTitle} from '../page-title'
import {goTo} from '../route'
import {useOptions} from '../options-context'
import {useFetched} from '../../hooks/use-fetched'

/** Kept per library, so that the log survives a visit to the editor. */
const activities = new WeakMap<LibraryState, Promise<Activity>>()

function getActivity(library: LibraryState, browserAdapter: OptionsBrowserAdapter): Promise<Activity> {
  const opening =
    activities.get(library) ?? browserAdapter.loadActivityPort().then(port => createActivity({port, library}))
  activities.set(library, opening)
  return opening
}

export function ActivityPage() {
  const {library} = usePage()
  const {browserAdapter} = useOptions()
  const activity = useSignal<Activity | null>(null)
  const isOn = useRequestWatch(activity.value, browserAdapter.storedValues)
  useEffect(() => {
    const loadActivity = async () => {
      activity.value = await getActivity(library, browserAdapter)
    }
    void loadActivity()
  }, [library, browserAdapter])
  const now = isOn.value === true ? activity.value : null
  return (
    <>
      <header class="page-head">
        <PageTitle>{activityTexts('title')}</PageTitle>
        {now && <LogHead activity={now} start={() => now.start()} />}
      </header>
      {isOn.value === false && (
        <LogOff
          turnOn={() => void browserAdapter.storedValues.write(activityLogKey, true).catch(library.toasts.reportError)}
        />
      )}
      {now && <Log activity={now} />}
    </>
  )
}

const noTabs: readonly SiteTab[] = []

function useTabs(): readonly SiteTab[] {
  const {browserAdapter} = useOptions()
  return useFetched(
    async () => (await browserAdapter.loadActivityPort()).readTabs(),
    noTabs,
    again => {
      const listening = browserAdapter.loadActivityPort().then(port => port.onTabsChange(again))
      return () => void listening.then(stop => stop())
    },
  ).value.value
}

function Log({activity}: {readonly activity: Activity}) {
  const tabs = useTabs()
  const {filter, isNew} = activity
  const {tab} = filter.value
  const change = (to: number | null) => {
    filter.value = {...filter.peek(), tab: to}
  }
  const sites = tabs.filter(({id, url}) => url !== '' || id === tab)
  const last = sites.find(({url}) => url !== '')
  useEffect(() => {
    if (last && (isNew() || tab === noTab)) change(last.id)
  }, [last])
  return (
    <>
      <LogTools activity={activity} scope={<Scope isAll={tab === null} tab={tab} tabs={sites} change={change} />} />
      <LogGrid activity={activity} go={goTo} more={({request}) => <MakeRule asked={request} go={goTo} />} />
    </>
  )
}
