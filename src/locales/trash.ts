import en from './en/trash.json'
import {createTexts} from './texts'

export const trashTexts = createTexts({en})
