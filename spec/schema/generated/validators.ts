// @ts-nocheck
// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.
import { isDateTime } from "../date-time.ts";
import { isInt64Value, isIntegerValue } from "../integers.ts";

export const validateOrder = validate20;
const schema31 = {"properties":{"id":{"int64":true},"petId":{"int64":true},"quantity":{"integerValue":true},"shipDate":{"type":"string","dateTime":true},"complete":{"type":"boolean"}},"type":"object"};
const func1 = isInt64Value;
const func3 = isIntegerValue;
const func4 = isDateTime;

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id !== undefined){
if(!func1(data.id)){
const err0 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/int64",keyword:"int64",params:{},message:"int64"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.petId !== undefined){
if(!func1(data.petId)){
const err1 = {instancePath:instancePath+"/petId",schemaPath:"#/properties/petId/int64",keyword:"int64",params:{},message:"int64"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.quantity !== undefined){
if(!func3(data.quantity)){
const err2 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/integerValue",keyword:"integerValue",params:{},message:"integerValue"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.shipDate !== undefined){
let data3 = data.shipDate;
if(typeof data3 !== "string"){
const err3 = {instancePath:instancePath+"/shipDate",schemaPath:"#/properties/shipDate/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!func4(data3)){
const err4 = {instancePath:instancePath+"/shipDate",schemaPath:"#/properties/shipDate/dateTime",keyword:"dateTime",params:{},message:"dateTime"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.complete !== undefined){
if(typeof data.complete !== "boolean"){
const err5 = {instancePath:instancePath+"/complete",schemaPath:"#/properties/complete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"id":true,"petId":true,"quantity":true,"shipDate":true,"complete":true},"dynamicProps":false,"dynamicItems":false};

export const validateError = validate21;
const schema32 = {"required":["code","message","status"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"status":{"integerValue":true}},"type":"object"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.message === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.status === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err3 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.status !== undefined){
if(!func3(data.status)){
const err5 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/integerValue",keyword:"integerValue",params:{},message:"integerValue"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"code":true,"message":true,"status":true},"dynamicProps":false,"dynamicItems":false};

