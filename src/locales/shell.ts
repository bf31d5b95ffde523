import en from './en/shell.json' with {type: 'json'}
import {createTexts} from './texts'

export const shellTexts = createTexts({en})
