import {useId} from 'preact/hooks'
import {Toggle} from '../../fields/toggle'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {Switch} from '../../parts/switch'
import {themes} from '../../state/settings'
import {settingsWords as words} from '../../words'
import {Section, Setting} from './setting'

export function Appearance() {
  const {settings} = usePage()
  const hint = useId()
  return (
    <Section title={words.look}>
      {!settings.isKept.value && (
        <Callout tone="warn" title={words.notKept} role="alert">
          <p>{words.notKeptText}</p>
        </Callout>
      )}
      <Setting name={words.theme} hint={words.themeHint}>
        <Toggle
          name={words.theme}
          value={settings.theme.value}
          options={themes.map(theme => [theme, words.themes[theme]] as const)}
          change={theme => settings.set({theme})}
        />
      </Setting>
      <Setting name={words.language} hint={words.languageHint}>
        {words.languageName}
      </Setting>
      <Setting name={words.letterKeys} hint={words.letterKeysHint} hintId={hint}>
        <Switch
          name={words.letterKeys}
          on={settings.letterKeys.value}
          describedBy={hint}
          change={letterKeys => settings.set({letterKeys})}
        />
      </Setting>
    </Section>
  )
}
