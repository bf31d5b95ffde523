import en from './en/commands.json'
import {createTexts} from './texts'

export const commandTexts = createTexts({en})
