import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import {settingsWords as words} from '../../words'
import {ShortcutTable} from '../keys/shortcut-table'
import {PageTitle} from '../page-title'
import {useOptions} from '../options-context'
import {ActivitySetting} from './activity-setting'
import {Appearance} from './appearance'
import {Backups} from './backups'
import {Limits} from './limits'
import {Managed} from './managed'
import {Permissions} from './permissions'
import {SyncSetting} from './sync-setting'
import {Section, Setting} from './setting'

export function SettingsPage() {
  const {library} = usePage()
  const {surface} = useOptions()
  return (
    <>
      <header class="page-head">
        <PageTitle>{words.title}</PageTitle>
      </header>
      <div class="scroll">
        <div class="settings">
          <Managed />
          <Appearance />
          <SyncSetting />
          <ActivitySetting />
          <Permissions />
          <Limits />
          <Backups />
          <Section title={words.keys}>
            <ShortcutTable />
            <div class="setting">
              <button type="button" class="link-button" onClick={() => surface.openBrowserPage('keys')}>
                {words.changeKeys}
              </button>
            </div>
          </Section>
          <Section title={words.automation}>
            <Setting name={words.automation} hint={words.automationHint}>
              <a class="button" href="#/automation">
                {words.openAutomation}
              </a>
            </Setting>
          </Section>
          <Section title={words.trash}>
            <Setting name={words.trash} hint={words.inTrash(library.trashed.value)}>
              <a class="button" href={hashes.trash}>
                {words.openTrash}
              </a>
            </Setting>
          </Section>
          <Section title={words.about}>
            <Setting name={words.version(surface.version)} hint={words.privacy} />
          </Section>
        </div>
      </div>
    </>
  )
}
