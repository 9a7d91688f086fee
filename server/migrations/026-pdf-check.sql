-- What saving an edited PDF would give, without keeping it.
insert into rate_card (family, operation, credits) values ('document', 'edit_check', 0);
