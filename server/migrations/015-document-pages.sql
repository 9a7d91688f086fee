-- How many pages a document has is read from the inspection of its file, which was never copied here.
alter table business_documents drop column pages;
