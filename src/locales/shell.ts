import en from './en/shell.json'
import {createTexts} from './texts'

export const shellTexts = createTexts({en})
