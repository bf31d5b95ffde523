import en from './en/trash.json' with {type: 'json'}
import {createTexts} from './texts'

export const trashTexts = createTexts({en})
