import en from './en/context-menu.json'
import {createTexts} from './texts'

export const contextMenuTexts = createTexts({en})
