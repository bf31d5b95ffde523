import en from './en/commands.json' with {type: 'json'}
import {createTexts} from './texts'

export const commandTexts = createTexts({en})
