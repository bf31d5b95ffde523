import {useEffect} from 'preact/hooks'
import {bareKeyOf} from '../parts/bare-key'
import {createPageLetters, hearKeys} from '../parts/page-letters'
import {usePage} from '../parts/library-context'
import {isLetterCommand} from '../parts/typing'
import {usePopup} from './popup-context'

/** "New rule", or in the first run, which has no such button, all nine types. */
const newRule = () =>
  document.querySelector<HTMLElement>('.popup [aria-haspopup=menu], .popup [data-all-types]')?.click()

/** The letters that mean the same wherever the focus is: `n`, `?`, and `g` with the letter of a page, which opens in the options. */
export function useLetters(showKeys: () => void): void {
  const {settings} = usePage()
  const {actions} = usePopup()
  useEffect(() => {
    const pages = createPageLetters(settings, actions.open)
    const letters: Readonly<Record<string, () => void>> = {n: newRule, g: pages.begin, '?': showKeys}
    const first = (event: KeyboardEvent) => {
      const act = isLetterCommand(event, settings) ? letters[bareKeyOf(event)] : undefined
      if (!act || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    return hearKeys({first, second: pages.second})
  }, [])
}
