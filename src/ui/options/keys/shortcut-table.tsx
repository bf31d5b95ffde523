import {Fragment} from 'preact'
import {capsOf} from '../../parts/keys'
import {keyListWords} from '../../words'
import {useBrowserCommands} from './browser-commands'
import {shortcutsByPlace} from './shortcuts'

const Keys = ({keys}: {readonly keys: string}) => (
  <span class="keys">
    {capsOf(keys).map((cap, index) =>
      cap === '>' ? <small key={index}>{keyListWords.next}</small> : <kbd key={index}>{cap}</kbd>,
    )}
  </span>
)

const Ways = ({ways}: {readonly ways: readonly string[]}) => (
  <>
    {ways.map((keys, index) => (
      <Fragment key={keys}>
        {index > 0 && <small class="keys-or"> {keyListWords.or} </small>}
        <Keys keys={keys} />
      </Fragment>
    ))}
  </>
)

/** Every key, by where it works; the browser's own commands with the keys that they have now. */
export function ShortcutTable() {
  const commands = useBrowserCommands()
  const places = [
    ...shortcutsByPlace,
    ...(commands.length === 0
      ? []
      : [
          {
            where: keyListWords.browser,
            shortcuts: commands.map(({does, keys}) => ({
              does: does || keyListWords.openPopup,
              // Chrome writes Alt+Shift+S.
              keys: keys === '' ? [] : [keys.replaceAll('+', ' ')],
            })),
          },
        ]),
  ]
  return (
    <div class="key-places">
      {places.map(({where, shortcuts}) => (
        <table key={where} class="key-table">
          <caption>{where}</caption>
          <tbody>
            {shortcuts.map(({keys, does}) => (
              <tr key={does}>
                <th scope="row">{does}</th>
                <td>{keys.length === 0 ? <small>{keyListWords.none}</small> : <Ways ways={keys} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
