import {LayoutTemplate} from 'lucide-preact'
import {rulesWords} from '../words'
import type {MenuItem} from '../parts/menu'
import {goTo, newRuleHash} from './route'

/** The last item in the menu of "New rule". */
export const fromTemplate: MenuItem = {
  id: 'template',
  label: rulesWords.fromTemplate,
  hint: rulesWords.fromTemplateHint,
  glyph: <LayoutTemplate size={16} strokeWidth={1.75} aria-hidden="true" />,
  choose: () => goTo(newRuleHash),
}
