/** What an import left out or changed, by the kind of the note. */
export const imports = {
  imports: {
    notes: {
      unknownType: 'Formstead has no field for the type {{type}}.',
      media: 'Audio and video files cannot be attached to forms.',
      metadata: 'Formstead records who fills in a form, and when, without a field.',
      fileList: 'The options are in a separate file, which is not part of the workbook.',
      missingList: 'There is no list of choices named {{list}}.',
      noName: 'This row has no name.',
      hiddenField: 'A hidden field without a value has no use in Formstead.',
      noteText: 'The note has no text.',
      column: 'Formstead does not use the column {{column}}.',
      sheet: 'Formstead does not use this sheet.',
      setting: 'Formstead does not use the setting {{setting}}.',
      language: 'Formstead does not know the language {{language}}.',
      unreadableExpression: '{{column}} cannot be read: {{expression}}',
      unknownFunction: '{{column}} uses {{what}}, which Formstead does not have.',
      unknownName: '{{column}} refers to {{what}}, which is not in the template.',
      repeatedName: '{{column}} refers to {{what}}, which is in another repeating section.',
      tooLong: '{{column}} is longer than {{what}} characters.',
      pattern: '{{column}} has a regular expression. Formstead does not check those.',
      repeatCount:
        'Entries are added as the answer says. Filled ones stay when it becomes smaller, and people can add and remove entries.',
      dateNumber: '{{column}} calculates with a date as with a number.',
      missingChoice:
        '{{column}} compares {{name}} with {{value}}, which is not one of its choices. That part is never true.',
      emptyEntries:
        'In {{column}}, {{what}} skips entries without an answer. In ODK there is no result then.',
      countFilled: 'In {{column}}, {{what}} counts only entries with an answer.',
      unasked: 'Nobody answers this row, so {{column}} is not checked.',
      recalculated: 'Once people change the answer, it is no longer calculated.',
      noMessage:
        'The constraint has no message. People read “This value is not allowed.” until you write one.',
      widerPattern:
        'Instead of {{pattern}}, letters of every alphabet are allowed, in upper and lower case.',
      shownReference:
        '{{column}} shows … instead of the answer to {{what}}, which cannot be shown there.',
      loop: 'The questions of the loop are there once for each choice of {{list}}.',
      picture:
        'The workbook contains only the name of the picture {{file}}. Formstead shows pictures in instruction texts: add it there.',
      sound: 'Formstead does not play sounds and videos such as {{file}}.',
      parameter: 'Formstead does not use the parameter {{parameter}}.',
      formulaError: 'The cell in {{column}} shows {{value}}, because its formula failed.',
      unfitDefault: 'The default value {{value}} is not a valid answer.',
      sameChoice: 'The list {{list}} has the choice {{value}} twice.',
      tableList:
        'The questions of this table are single ones: they differ in more than their label, or other fields name one of them.',
      emptyGroup: 'Nothing is left in this group.',
      namePattern:
        'The naming pattern {{pattern}} has a placeholder that this Formstead does not know.',
      list: 'There is no list for {{list}}. Choose one in the field.',
      listMade: 'The {{count}} choices of {{list}} became a shared list.',
      listOther: 'People can only choose rows of a shared list, so the choice “other” is left out.',
      listFilter:
        'A shared list can only be filtered by one column that equals one answer. The filter {{expression}} is left out.',
      listLanguages:
        'A shared list has one language. The choices of {{list}} are in the default language of the form.',
      rule: 'The rule {{rule}} is off. Check what it names, then turn it on.',
      rulesLeft: 'The number of rules that this Formstead cannot read: {{count}}.',
      listRow: 'The choice {{value}} is too long for a row of a shared list.',
      listRoom:
        'Your organisation has {{limit}} shared lists and can have no more, so {{list}} did not become one. Delete a list and import again, or choose a list in the field.',
      changedForm:
        'Somebody changed the sheets, so they were read as an XLSForm. What XLSForms lack is left out.',
      noDefault: 'A field of this kind has no default value and no calculation.',
      member: 'This version of Formstead does not know {{member}}.',
      listColumn: 'The list {{list}} has no column {{column}}, which the field uses.',
      malformedText:
        'Characters that are damaged or invisible were replaced or removed, because they cannot be stored.',
      renamed: 'The field is now named {{to}}.',
      range: 'The slider becomes a number field with the same limits.',
      approximateDate: 'The field asks for a whole date.',
      formatting: 'Formstead shows the text without its formatting.',
      appearance: 'Formstead does not use the appearance {{appearance}}.',
    },
  },
} as const;
