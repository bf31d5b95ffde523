import en from './en/groups.json'
import {createTexts} from './texts'

export const groupsTexts = createTexts({en})
